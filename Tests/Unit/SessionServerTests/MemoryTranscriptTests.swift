import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// One program of requests, played to the daemon in memory and to the real one.
@Suite struct MemoryTranscriptTests {
  private enum Step {
    /// Client 0, 1, … makes a request.
    case ask(Int, Method, String = "{}")
    /// It sends a line of its own.
    case send(Int, String)
    /// The next offer or lease expires.
    case wait
    /// Its process ends.
    case leave(Int)
  }

  /// A client 0 that is to be interrupted, a 1 that calls, a 2 of another user, and an
  /// administrator 3.
  private static let peers = [
    MemoryPeer(pid: 101, uid: 1000, comm: "player"), MemoryPeer(pid: 102, uid: 1000, comm: "phone"),
    MemoryPeer(pid: 103, uid: 1001, comm: "guest"), MemoryPeer(pid: 104, uid: 1002, comm: "admin"),
  ]
  private static let configuration = """
    [Policy]
    ResumeOffer=100ms
    [Grant phoneCall]
    Users=1000
    [Grant system]
    Users=1002
    [Grant admin]
    Users=1002
    [Role emergency]
    Like=alarm
    [Grant emergency]
    Users=1000
    """

  private static let greetings: [Step] = [
    .ask(0, .hello, #"{"protocol":2}"#), .ask(0, .sessionList),
    .ask(0, .hello, #"{"protocol":1,"events":["lifecycle"],"application":"music"}"#),
    .ask(1, .hello, #"{"protocol":1,"events":["lifecycle"],"epoch":"0123"}"#),
    .ask(1, .sessionGet, #"{"session":7}"#), .ask(2, .sessionGet, #"{"session":7}"#),
  ]
  private static let interruption: [Step] = [
    .ask(0, .sessionOpen, #"{"name":"player","category":"playback","zone":"den"}"#),
    .ask(1, .sessionOpen, #"{"name":"phone","category":"playAndRecord","priority":"phoneCall"}"#),
    .ask(2, .sessionOpen, #"{"category":"playAndRecord","priority":"phoneCall"}"#),
    .ask(2, .sessionOpen, #"{"category":"playback","mode":"voiceChat"}"#),
    .ask(2, .sessionOpen, #"{"role":"nothing"}"#), .ask(1, .sessionOpen, #"{"role":"emergency"}"#),
    .ask(2, .sessionOpen, #"{"category":"playback"}"#),
    .ask(2, .sessionActivate, #"{"session":4}"#),
    .ask(0, .sessionActivate, #"{"session":1}"#),
    .ask(0, .sessionReport, #"{"session":1,"playing":true}"#),
    .ask(2, .sessionConfigure, #"{"session":1,"mode":"spokenAudio"}"#),
    .ask(0, .sessionConfigure, #"{"session":1,"mode":"spokenAudio"}"#),
    .ask(1, .sessionActivate, #"{"session":2}"#), .ask(0, .policyExplain, #"{"session":1}"#),
    .ask(0, .alertRequest), .ask(2, .alertRequest, #"{"zone":"attic"}"#),
    .ask(2, .sessionOpen, #"{"category":"soloAmbient"}"#),
    .ask(2, .sessionActivate, #"{"session":5}"#), .ask(0, .sessionGet, #"{"session":2}"#),
    .ask(2, .sessionList), .ask(2, .policyExplain, #"{"session":1}"#),
    .ask(1, .sessionDeactivate, #"{"session":2,"options":["notifyOthersOnDeactivation"]}"#),
    .ask(0, .policyExplain, #"{"session":1}"#), .wait, .ask(0, .sessionGet, #"{"session":1}"#),
    .ask(2, .sessionEvict, #"{"session":1}"#),
  ]
  private static let ducking: [Step] = [
    .ask(0, .sessionActivate, #"{"session":1}"#),
    .ask(2, .sessionOpen, #"{"category":"playback","options":["duckOthers"]}"#),
    .ask(2, .sessionActivate, #"{"session":6}"#), .ask(0, .policyExplain, #"{"session":1}"#),
    .send(
      0,
      #"[{"jsonrpc":"2.0","id":"a","method":"session.deactivate","params":{"session":1}},"#
        + #"{"jsonrpc":"2.0","method":"session.activate","params":{"session":1}},"#
        + #"{"jsonrpc":"2.0","id":2.5,"method":"session.get","params":{"session":9}}]"#
    ), .ask(2, .sessionClose, #"{"session":6}"#),
  ]
  private static let machine: [Step] = [
    .ask(
      3,
      .systemSetRoute,
      #"{"inputs":[],"outputs":[{"portType":"Headphones","name":"Head","portID":"h"}]}"#
    ),
    .ask(
      3,
      .systemSetRoute,
      #"{"inputs":[],"outputs":[{"portType":"Speaker","name":"Desk","portID":"d"}]}"#
    ), .ask(0, .systemGet), .ask(0, .systemSetSilenced, #"{"silenced":true}"#),
    .ask(0, .systemSetSilenced, #"{"silenced":false}"#),
    .ask(3, .systemSetMicrophoneMuted, #"{"muted":true}"#),
    .ask(3, .systemSetSleeping, #"{"sleeping":true}"#),
    .ask(3, .systemSetSleeping, #"{"sleeping":false}"#),
    .ask(3, .systemSetProcessSuspended, #"{"pid":9999,"suspended":true}"#),
    .ask(3, .sessionEvict, #"{"session":1,"note":"too loud"}"#),
    .ask(0, .sessionGet, #"{"session":1}"#),
  ]
  private static let leases: [Step] = [
    .ask(0, .sessionRenew, #"{"session":2}"#), .ask(1, .sessionRenew, #"{"session":2}"#),
    .ask(
      0,
      .sessionOpen,
      #"{"category":"playback","lease":{"leaseName":"radio","ttlSeconds":3600}}"#
    ), .ask(0, .sessionActivate, #"{"leaseName":"radio"}"#),
    .ask(
      1,
      .sessionOpen,
      #"{"zone":"attic","lease":{"leaseName":"radio","ttlSeconds":3600}}"#
    ),
    .ask(
      1,
      .sessionOpen,
      #"{"name":"again","lease":{"leaseName":"radio","ttlSeconds":3600}}"#
    ), .ask(2, .sessionClose, #"{"leaseName":"radio"}"#),
    .ask(0, .sessionRenew, #"{"leaseName":"radio","ttlSeconds":0.1}"#), .leave(1),
    .ask(0, .sessionList), .wait, .ask(0, .sessionList),
  ]
  private static let faults: [Step] =
    [
      .send(0, "{"), .send(0, "[]"), .send(0, #"{"jsonrpc":"2.0","id":1,"method":"nope"}"#),
      .ask(0, .sessionGet, #"{"sesion":1}"#), .send(0, String(repeating: " ", count: 70_000)),
    ] + Array(repeating: .ask(0, .sessionOpen), count: 17)

  @Test func `the daemon in memory says what the real one says`() throws {
    let parts = [
      Self.greetings, Self.interruption, Self.ducking, Self.machine, Self.leases, Self.faults,
    ]
    let steps = Array(parts.joined())
    let (memory, real) = (try memoryLines(steps), try realLines(steps))
    for (index, step) in steps.enumerated() { #expect(memory[index] == real[index], "\(step)") }
    #expect(real.joined().count > steps.count)
  }

  /// What everybody reads after each step: the client's number, and the line.
  private func realLines(_ steps: [Step]) throws -> [[String]] {
    let world = try ServerWorld(Self.configuration)
    let clients = try Self.peers.map { peer in
      try world.connect(
        as: PeerCredentials(pid: peer.pid, uid: peer.uid, gid: peer.uid),
        ProcessInformation(startTime: 1, comm: peer.comm)
      )
    }
    return try steps.map { step in
      switch step {
      case .ask(let client, let method, let params):
        try clients[client].send(request(1, method.rawValue, params))
      case .send(let client, let line): try clients[client].send(line)
      // Nothing else happens by itself.
      case .wait: try world.server.turn(timeout: .seconds(10))
      case .leave(let client): try clients[client].endWriting()
      }
      // It reads a part of a long line in each, and answers in the turn in which it has read all.
      for _ in 0..<6 { try world.server.turn(timeout: .zero) }
      return try clients.enumerated().flatMap { index, client in
        try client.linesSoFar().map { "\(index) \(Self.timeless($0))" }
      }
    }
  }

  private func memoryLines(_ steps: [Step]) throws -> [[String]] {
    let nobody = AccountIDs(userID: { _ in nil }, groupID: { _ in nil })
    let text = Self.configuration
    let loaded = Settings.load(text: text, named: "conf", instanceUser: nil, accounts: nobody)
    try #require(loaded.faults == [])
    let daemon = MemoryDaemon(settings: loaded.settings)
    let clients = Self.peers.map { peer in
      var peer = peer
      peer.grants = []
      return daemon.connect(as: peer)
    }
    return try steps.map { step in
      switch step {
      case .ask(let client, let method, let params):
        daemon.receive(request(1, method.rawValue, params) + "\n", from: clients[client])
      case .send(let client, let line): daemon.receive(line + "\n", from: clients[client])
      case .wait: daemon.advance(to: try #require(daemon.deadline))
      case .leave(let client): daemon.endProcess(pid: Self.peers[client].pid)
      }
      let output = daemon.takeOutput()
      return clients.enumerated().flatMap { index, client in
        output.lines(of: client).map { "\(index) \(Self.timeless($0))" }
      }
    }
  }

  /// A line without what two daemons can't have in common: the epoch, and times.
  private static func timeless(_ line: String) -> String {
    line.replacing(/"epoch":"[0-9a-f]+"/, with: #""epoch":"""#)
      .replacing(/"since":"[^"]+"/, with: #""since":"""#)
      .replacing(/"remainingSeconds":[0-9.]+/, with: #""remainingSeconds":0"#)
  }
}

extension MemoryDaemon {
  func receive(_ text: String, from client: ConnectionID) {
    receive(Array(text.utf8), from: client)
  }
}

extension [MemoryOutput] {
  /// The lines for a client, without their ends.
  func lines(of client: ConnectionID) -> [String] {
    let bytes = flatMap { output -> [UInt8] in
      if case .bytes(client, let bytes) = output { bytes } else { [] }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
