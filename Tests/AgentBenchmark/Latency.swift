import AudioSessionWire
import Foundation
import GraphTestSupport
import TestSupport

/// How soon after a decision the agent's command is on its way to PipeWire: daemon and agent on one
/// core, unchanged, with a preloaded library that notes when they send.
struct Latency {
  let graph: HeadlessGraph
  private let programs: [RunningProgram]
  private let socket: String

  init() throws {
    let graph = try HeadlessGraph()
    self.graph = graph
    let library = graph.folder.path(of: "send-times.so")
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("send-times.c").path
    try graph.run("cc", ["-O2", "-shared", "-fPIC", "-o", library, source])
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
    try Condition.wait("the daemon: \(daemon.said)") { access(socket, F_OK) == 0 }
    let agent = try start("audiosession-agent", "agent")
    programs = [daemon, agent]
    let connection = try ClientConnection(to: socket)
    try Condition.wait("the agent: \(agent.said)") {
      try connection.granted("server.status")["enforcers"]?.integer == 1
    }
  }

  /// Ducks and raises music, and measures each.
  ///
  /// - Parameter count: How often.
  /// - Returns: From before the daemon's send to after the agent's, in their order.
  /// - Throws: That something doesn't work.
  func measure(_ count: Int) throws -> [Duration] {
    let recording = try graph.record()
    let music = try graph.play()
    try recording.hear(Pitch.music, in: -12.5 ... -11.5)
    let connection = try ClientConnection(to: socket)
    let session = try connection.granted(
      "session.open",
      ["category": "playback", "mode": "voicePrompt", "options": ["duckOthers"]]
    )["session"]
    for index in 0..<count {
      let method = index % 2 == 0 ? "session.activate" : "session.deactivate"
      try connection.granted(method, ["session": session ?? .null])
      // Until PipeWire has told the agent what it did.
      Moment.pass(.milliseconds(8))
    }
    withExtendedLifetime((music, programs)) {}
    return try differences()
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
