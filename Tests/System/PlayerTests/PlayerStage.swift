import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import Testing

/// A graph with a daemon, an ear, and a program that plays or records.
final class PlayerStage {
  /// The level of a tone that nobody touches: an amplitude of a quarter.
  static let full = -12.04
  static let ducked = full - 13.98

  let graph: HeadlessGraph
  let daemon: TestDaemon
  let recording: Recording
  let others: ClientConnection
  private var running: GraphTestSupport.RunningProgram?
  /// What it has said since ``lines(through:)`` began.
  private(set) var said: [String] = []
  /// What the microphone hears.
  var tone: Tone?

  /// - Parameters:
  ///   - role: Of `avfaudio-programs`; nil if it isn't needed.
  ///   - layout: The graph's.
  ///   - hasDaemon: Whether the program finds the daemon.
  /// - Throws: Why one of them doesn't start.
  init(
    _ role: String? = "player",
    _ layout: Layout = Layout(),
    hasDaemon: Bool = true
  ) throws {
    graph = try HeadlessGraph(layout)
    var configuration: DaemonConfiguration = ["DuckRamp": "100ms", "UnduckRamp": "100ms"]
    for grant in ["phoneCall", "alarm", "system", "admin"] {
      configuration.grants[grant] = .init(users: [getuid()])
    }
    daemon = try TestDaemon(configuration)
    others = try daemon.connect()
    recording = try graph.record()
    if let role { try start(role, socket: hasDaemon ? daemon.socketPath : "/nowhere/socket") }
  }

  /// The program that it is about.
  var program: GraphTestSupport.RunningProgram {
    get throws { try #require(running, "no program was started") }
  }

  private func start(_ role: String, socket: String) throws {
    let program = try graph.start(
      "avfaudio-programs",
      [role],
      environment: ["AUDIOSESSION_SOCKET": socket],
      readsLines: true
    )
    running = program
    #expect(try program.nextLine() == "ready")
  }

  /// Ends the program, and starts it in another role.
  func replaceProgram(by role: String) throws {
    try program.kill()
    try start(role, socket: daemon.socketPath)
  }

  /// Has the program do something, and waits for what it says.
  func tell(_ command: String, _ answer: String? = nil) throws {
    try program.send(command)
    guard let answer else { return }
    let said = try program.nextLine()
    #expect(said == answer, "\(command)")
  }

  /// The next line that it says.
  func next() throws -> String { try program.nextLine() }

  /// The next lines that it says, as many as are expected.
  func expect(_ lines: [String]) throws {
    #expect(try lines.indices.map { _ in try next() } == lines)
  }

  /// Waits until it says something that begins so: the whole line.
  @discardableResult
  func awaitLine(_ beginning: String) throws -> String {
    while true {
      let line = try next()
      said.append(line)
      if line.hasPrefix(beginning) { return line }
    }
  }

  /// What it says from now on up to a line, all of it.
  func lines(through beginning: String) throws -> [String] {
    said = []
    try awaitLine(beginning)
    return said
  }

  /// A call that rings nobody: it is there at once.
  func call() throws -> JSONValue {
    try others.play([
      "name": "phone", "category": "playAndRecord", "mode": "voiceChat", "priority": "phoneCall",
    ])
  }

  func prompt() throws -> JSONValue {
    try others.play(["name": "prompt", "category": "playback", "options": ["duckOthers"]])
  }

  /// Waits until the interruption of another's session `began` or `ended`.
  func awaitOthers(_ type: String) throws {
    while try others.nextTold("session.interruption")["params"]?["type"]?.string != type {}
  }

  func close(_ session: JSONValue) throws {
    _ = try others.granted("session.close", ["session": session])
  }

  /// Waits until the tone is so loud: when it began to be.
  @discardableResult
  func hear(
    _ level: Double,
    of pitch: Double = Pitch.music,
    from start: Duration = Moment.now
  ) throws -> Duration {
    try recording.hear(pitch, in: level - 0.5...level + 0.5, from: start)
  }

  func hearSilence() throws { try recording.hearSilence() }

  /// The member of the program's session.
  func session(_ member: String) throws -> JSONValue? {
    try others.sessions().first { $0["name"] == "avfaudio-programs" }?[member]
  }
}

extension PlayerStage {
  /// Has the program open a file with a tone of a minute.
  func openTone() throws {
    try tell("category Playback", "configured")
    try tell("open \(graph.toneFile())", "opened 60.000 s, 2 ch, 48000 Hz")
  }

  /// Where the program's first player is, in seconds, after a time in which it plays on.
  func place(after time: Duration = .zero) throws -> Double {
    Moment.pass(time)
    try tell("where")
    let answer = try next()
    return try #require(Double(answer.dropFirst("at ".count)), "\(answer)")
  }

  /// A file with a tone that is shorter than a second.
  func shortTone(milliseconds: Int) throws -> String {
    let whole = try Data(contentsOf: URL(fileURLWithPath: graph.toneFile(seconds: 1)))
    let size = UInt32(milliseconds * 48 * 4)
    var file = whole.prefix(44 + Int(size))
    for (offset, value) in [(4, size + 36), (40, size)] {
      withUnsafeBytes(of: value.littleEndian) {
        file.replaceSubrange(offset..<offset + 4, with: $0)
      }
    }
    let path = graph.folder.path(of: "short.wav")
    try file.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Reports where the sound goes.
  func setRoute(_ type: String) throws {
    let port: JSONValue = [
      "portType": .string(type), "name": .string(type), "portID": .string(type),
    ]
    _ = try others.granted("system.setRoute", ["inputs": [], "outputs": [port]])
  }
}
