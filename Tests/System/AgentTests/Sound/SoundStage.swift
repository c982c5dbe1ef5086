import Foundation
import GraphTestSupport
import TestSupport
import Testing

/// A graph with a daemon, an agent and an ear.
final class SoundStage {
  /// The level of a tone that nobody touches: an amplitude of a quarter.
  static let full = -12.04
  /// The same, ducked as the daemon's defaults say (R18).
  static let ducked = full - 13.98
  /// How far a level may be from what it has to be, as the project promises.
  static let tolerance = 0.5

  /// Speech ducks, games are silenced, what isn't to be touched is called so, all else is music.
  static let rules = """
    [Rule left-alone]
    NodeName=left-alone*
    Action=leave

    [Rule speech]
    Direction=output
    NodeName=speech*
    Category=playback
    Mode=voicePrompt
    Options=duckOthers
    Hold=silence

    [Rule game]
    Direction=output
    NodeName=game*
    Category=playback
    Hold=silence

    [Rule music]
    Direction=output
    Category=playback
    Hold=pause

    """

  let graph: HeadlessGraph
  let daemon: TestDaemon
  let agent: TestAgent
  private(set) var recording: Recording

  /// - Parameters:
  ///   - configuration: The daemon's.
  ///   - layout: The graph's.
  ///   - rules: The agent's.
  ///   - prepare: What is done before the agent starts: what is written before its name.
  /// - Throws: Why one of them doesn't start.
  init(
    _ configuration: DaemonConfiguration = DaemonConfiguration(),
    _ layout: Layout = Layout(),
    rules: String = SoundStage.rules,
    agentAfter prepare: (HeadlessGraph) throws -> [String] = { _ in [] }
  ) throws {
    graph = try HeadlessGraph(layout)
    daemon = try TestDaemon(configuration)
    agent = try TestAgent(in: graph, of: daemon, rules, prefix: prepare(graph))
    recording = try graph.record()
  }

  /// Begins a new recording, as the former one ended with its PipeWire.
  func listenAnew() throws { recording = try graph.record() }

  /// Plays music and waits until it is heard as loud as its program plays it.
  func playMusic(_ name: String = "music") throws -> Tone {
    let tone = try graph.play(Pitch.music, name)
    try hearMusic(SoundStage.full)
    return tone
  }

  /// Waits until the music is so loud.
  ///
  /// - Returns: When it began to be.
  @discardableResult
  func hearMusic(
    _ level: Double,
    within tolerance: Double = SoundStage.tolerance,
    from start: Duration = Moment.now
  ) throws -> Duration {
    try recording.hear(Pitch.music, in: level - tolerance...level + tolerance, from: start)
  }

  /// The music's level over the next moments.
  func musicLevel(for length: Duration = .milliseconds(200)) throws -> Double {
    try recording.level(of: Pitch.music, for: length)
  }

  /// The loudest level of 10 ms of music in a time.
  func loudest(_ times: Range<Duration>) throws -> Double {
    try recording.levels(of: Pitch.music, times).map(\.decibels).max() ?? Level.silence
  }

  /// Waits for digital silence.
  func hearSilence() throws { try recording.hearSilence() }
}

extension Tone {
  /// Requires that it is asked for as many frames as are recorded meanwhile.
  func expectPlaying(beside recording: Recording) throws {
    let wanted = 0.8...1.25
    let found = try measured("the pace of \(name)") {
      try self.pace(beside: recording)
    } isRight: {
      wanted.contains($0)
    }
    #expect(wanted.contains(found))
  }

  /// Requires that it isn't asked for frames.
  func expectStanding() throws {
    #expect(try measured("frames/s of \(name)", framesPerSecond) { $0 == 0 } == 0)
  }
}

/// Measures again where a noisy machine may have spoilt it, three times at most.
///
/// - Returns: The first that is as it has to be, otherwise the last.
func measured<Value>(
  _ what: String,
  _ measure: () throws -> Value,
  isRight: (Value) -> Bool
) rethrows -> Value {
  for number in 1..<3 {
    let value = try measure()
    if isRight(value) { return value }
    print("\(what): \(value); measured again, time \(number) of 2")
  }
  return try measure()
}
