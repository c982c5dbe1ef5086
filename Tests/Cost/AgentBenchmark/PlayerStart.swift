import GraphTestSupport
import TestSupport

/// How soon a player is heard: from before the order to its first sample at the sink.
struct PlayerStart {
  /// What was done before the order.
  enum Preparation: String, CaseIterable {
    /// Nothing: the player connects to the sound server.
    case none = "play"
    /// It is connected.
    case prepared = "prepareToPlay, play"
    /// It goes on where it was.
    case paused = "pause, play"
  }

  private let graph: HeadlessGraph
  private let daemon: TestDaemon
  private let program: RunningProgram
  private let recording: Recording

  init() throws {
    graph = try HeadlessGraph()
    daemon = try TestDaemon()
    recording = try graph.record()
    program = try graph.start(
      "avfaudio-programs",
      ["player"],
      environment: ["AUDIOSESSION_SOCKET": daemon.socketPath],
      readsLines: true
    )
    try expect("ready")
    try tell("category Playback", "configured")
    try tell("open \(graph.toneFile())", "opened")
  }

  private func expect(_ answer: String) throws {
    let line = try program.nextLine()
    guard line.hasPrefix(answer) else { throw ProcessFault("“\(line)”: expected “\(answer)”") }
  }

  private func tell(_ command: String, _ answer: String? = nil) throws {
    try program.send(command)
    if let answer { try expect(answer) }
  }

  /// Has it play, again and again.
  ///
  /// - Parameters:
  ///   - count: How often.
  ///   - preparation: What is done before.
  /// - Returns: The times.
  /// - Throws: That something doesn't work.
  func measure(_ count: Int, _ preparation: Preparation) throws -> [Duration] {
    try (0..<count).map { _ in
      if preparation == .prepared { try tell("prepare", "prepared [true]") }
      let start = Moment.now
      try tell("play", "plays [true]")
      try recording.hear(Pitch.music, in: -12.5 ... -11.5, from: start)
      let samples = recording.samples
      let first = samples[recording.index(at: start)...].firstIndex { $0 != 0 }
      try tell(preparation == .paused ? "pause" : "stop")
      try recording.hearSilence()
      return recording.time(of: first ?? samples.count) - start
    }
  }
}
