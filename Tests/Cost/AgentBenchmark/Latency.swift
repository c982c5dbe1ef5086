import AudioSessionJSON
import AudioSessionWire
import Foundation
import GraphTestSupport
import TestSupport

/// How soon after a decision the agent's command is on its way to PipeWire: daemon and agent on one
/// core, unchanged, with a preloaded library that notes when they send.
struct Latency {
  /// What was measured, in turns, so that whatever else goes on in the machine takes part in both.
  struct Result {
    /// From before the daemon's send to after the agent's, in their order.
    var ours: [Duration]
    /// The same of two programs that only pass bytes on.
    var floor: [Duration]
  }

  let graph: HeadlessGraph
  private let programs: [RunningProgram]
  private let relay: RunningProgram
  private let socket: String

  init() throws {
    // In memory, as a user's runtime folder is.
    setenv("TMPDIR", "/dev/shm", 1)
    let graph = try HeadlessGraph()
    self.graph = graph
    func compile(_ name: String, _ options: [String], to result: String) throws -> String {
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent(name).path
      try graph.run("cc", ["-O2", "-o", graph.folder.path(of: result), source] + options)
      return graph.folder.path(of: result)
    }
    let library = try compile("send-times.c", ["-shared", "-fPIC"], to: "send-times.so")
    relay = try graph.start(
      "taskset",
      ["-c", "0", try compile("relay.c", [], to: "relay")],
      readsLines: true
    )
    let socket = graph.folder.path(of: "socket")
    self.socket = socket
    let configuration = DaemonConfiguration(
      dictionaryLiteral: ("DuckRamp", "0"),
      ("UnduckRamp", "0")
    )
    let files = [("daemon", configuration.text), ("agent", AgentStage.rules)]
    for (name, text) in files {
      try text.write(toFile: graph.folder.path(of: name), atomically: true, encoding: .utf8)
    }
    func start(_ program: String, _ name: String) throws -> RunningProgram {
      let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      return try graph.start(
        "taskset",
        [
          // By env: else it would be taskset that is noted.
          "-c", "0", "env", "LD_PRELOAD=" + library,
          "SEND_TIMES=" + graph.folder.path(of: name + ".times"),
          built.appendingPathComponent(program).path, "--socket", socket, "--config",
          graph.folder.path(of: name),
        ]
      )
    }
    let daemon = try start("audiosessiond", "daemon")
    try Condition.wait("the daemon: \(daemon.said)") { SocketState.isListening(at: socket) }
    let agent = try start("audiosession-agent", "agent")
    programs = [daemon, agent]
    let connection = try ClientConnection(to: socket)
    try Condition.wait("the agent: \(agent.said)") {
      try connection.granted("server.status")["enforcers"]?.integer == 1
    }
  }

  /// Ducks and raises music, and measures each.
  ///
  /// - Parameters:
  ///   - count: How often.
  ///   - pause: How long each waits for the next.
  /// - Returns: The times.
  /// - Throws: That something doesn't work.
  func measure(_ count: Int, pause: Duration) throws -> Result {
    let recording = try graph.record()
    let music = try graph.play()
    try recording.hear(Pitch.music, in: -12.5 ... -11.5)
    let connection = try ClientConnection(to: socket)
    let session = try connection.granted(
      "session.open",
      ["category": "playback", "mode": "voicePrompt", "options": ["duckOthers"]]
    )["session"]
    var floor: [Duration] = []
    for index in 0..<count {
      let method = index % 2 == 0 ? "session.activate" : "session.deactivate"
      try connection.granted(method, ["session": session ?? .null])
      // Meanwhile PipeWire tells the agent what it did.
      Moment.pass(pause)
      try relay.send("")
      floor.append(.nanoseconds(Int64(try relay.nextLine()) ?? 0))
      Moment.pass(pause)
    }
    withExtendedLifetime((music, programs)) {}
    return Result(ours: try differences(), floor: floor)
  }

  private struct Sent {
    var before: Int64
    var after: Int64
    var peer: String
    var text: String
  }

  private func sent(by name: String) throws -> [Sent] {
    let data = try Data(contentsOf: URL(fileURLWithPath: graph.folder.path(of: name + ".times")))
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 256).lazy.map { start in
        func text(_ range: Range<Int>) -> String {
          String(decoding: bytes[range].prefix { $0 != 0 }, as: UTF8.self)
        }
        return Sent(
          before: bytes.loadUnaligned(fromByteOffset: start, as: Int64.self),
          after: bytes.loadUnaligned(fromByteOffset: start + 8, as: Int64.self),
          peer: text(start + 16..<start + 64),
          text: text(start + 64..<start + 256)
        )
      }.prefix { $0.before != 0 }
    }
  }

  /// From each decision that the daemon told to the agent's first command after it.
  private func differences() throws -> [Duration] {
    let decisions = try sent(by: "daemon").filter { $0.text.contains("enforcement.apply") }
    let commands = try sent(by: "agent").filter { $0.peer.contains("pipewire-0") }
    var next = commands[...]
    return decisions.compactMap { decision in
      next = next.drop { $0.before < decision.before }
      guard let command = next.first, command.after - decision.before < 100_000_000 else {
        return nil
      }
      return .nanoseconds(command.after - decision.before)
    }
  }
}
