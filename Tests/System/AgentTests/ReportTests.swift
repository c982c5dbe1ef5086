import AgentAnswers
import AudioSessionClient
import AudioSessionConfigurationFile
import AudioSessionEventLoop
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Enforcement
import Foundation
import TestSupport
import Testing

@testable import audiosession_agent

/// What the agent tells who asks, over its socket and for people.
struct ReportTests {
  private let folder: TemporaryDirectory
  private var path: String { "\(folder.path)/runtime/audiosession/agent" }

  init() throws {
    folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/runtime",
      withIntermediateDirectories: false
    )
  }

  private static let playing = StreamReport(
    stream: 61,
    direction: .output,
    application: "mp\u{1B}v",
    mediaName: "a song",
    pid: 812,
    isClaimed: false,
    device: "alsa_output.usb",
    state: .running,
    rule: "music",
    session: 7,
    gain: 0.2,
    standing: .ducked,
    because: "[Rule music] takes it"
  )

  private static let listening = StreamReport(
    stream: 64,
    direction: .input,
    application: "parec",
    mediaName: "",
    pid: 9,
    isClaimed: true,
    device: nil,
    state: .idle,
    rule: nil,
    session: nil,
    gain: 1,
    standing: .free,
    because: "no rule fits it"
  )

  /// A role policy, a client of JACK, and a WirePlumber that pauses players.
  private static var neighbours: GraphNeighbours {
    var neighbours = GraphNeighbours()
    let role = ["node.name": "navigation", "policy.role-based.target": "true"]
    neighbours.take(endpoint: 30, PipeWireProperties(role))
    let filter = ["node.name": "am\u{1B}p", "media.role": "DSP", "client.id": "5"]
    neighbours.addNode(31, PipeWireProperties(filter))
    neighbours.take(client: 5, PipeWireProperties(["client.api": "jack"]))
    _ = neighbours.addMetadata(32, PipeWireProperties(["metadata.name": "sm-settings"]))
    neighbours.take(metadata: 32, subject: 0, key: "linking.pause-playback", "true")
    return neighbours
  }

  private func report(
    _ streams: [StreamReport] = [playing, listening],
    _ neighbours: GraphNeighbours = neighbours
  ) -> AgentReport {
    AgentReport(
      daemon: .init(place: "/run/audiosession/socket", isConnected: true, because: nil),
      grants: ["phoneCall", "enforcement"],
      pipeWire: .init(place: nil, isConnected: false, because: "it was built without PipeWire"),
      sessionBus: .init(place: nil, isConnected: true, because: nil),
      systemBus: .init(place: nil, isConnected: false, because: "there is none"),
      isSilenced: true,
      neighbours: neighbours,
      configuration: configuration(of: "[Rule music]\nBinary=mpv\n"),
      streams: streams
    )
  }

  @Test func `the report, whole`() {
    #expect(
      report().json == [
        "version": .string(version),
        "daemon": ["place": "/run/audiosession/socket", "connected": true, "because": nil],
        "grants": ["enforcement", "phoneCall"],
        "pipeWire": [
          "place": nil, "connected": false, "because": "it was built without PipeWire",
        ],
        "sessionBus": ["place": nil, "connected": true, "because": nil],
        "systemBus": ["place": nil, "connected": false, "because": "there is none"],
        "silenced": true,
        "neighbours": [
          "roleNodes": ["navigation"], "jackClients": ["am\u{1B}p"], "pausesPlayers": true,
        ],
        "rules": ["files": ["a.conf"], "faults": [], "warnings": []],
        "streams": [
          [
            "stream": 61, "direction": "output", "application": "mp\u{1B}v",
            "mediaName": "a song", "pid": 812, "claimed": false, "device": "alsa_output.usb",
            "state": "running", "rule": "music", "rulePlace": "a.conf:1", "session": 7,
            "gain": 0.2, "standing": "ducked", "because": "[Rule music] takes it",
            "trouble": nil,
          ],
          [
            "stream": 64, "direction": "input", "application": "parec", "mediaName": "", "pid": 9,
            "claimed": true, "device": nil, "state": "idle", "rule": nil, "rulePlace": nil,
            "session": nil, "gain": 1, "standing": "free", "because": "no rule fits it",
            "trouble": nil,
          ],
        ],
      ]
    )
  }

  @Test func `--explain-rules names stream, rule, place and why, and obeys no name`() {
    #expect(
      RuleExplanation.lines(report()) == [
        "It isn't connected to PipeWire: it was built without PipeWire.",
        "61 mp\\u{1b}v[812] \"a song\" to alsa_output.usb, running",
        "    session 7, ducked to -14 dB: [Rule music] takes it (a.conf:1).",
        "64 parec[9?], idle", "    free: no rule fits it.",
        "Without streams, and so not governed: 1 JACK client: am\\u{1b}p.",
      ]
    )
    let silence = report([], GraphNeighbours())
    #expect(RuleExplanation.lines(silence).last == "There are no streams.")
  }

  /// Listens as the agent does.
  private func listener(
    _ answer: @escaping (ReportQuestion) -> JSONValue
  ) throws -> QuestionListener {
    try QuestionListener(at: path) { .line(ReportQuestion.answer($0, answer)) }
  }

  /// Serves until `isOver`, as the agent's loop would.
  private func serve(_ listener: QuestionListener, until isOver: () -> Bool) throws {
    let end = ContinuousClock.now + .seconds(20)
    while !isOver(), ContinuousClock.now < end {
      let descriptor = try #require(listener.descriptor)
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, 20)
      // No time passes: how busy this machine is doesn't matter.
      listener.dispatch(at: .zero)
    }
  }

  /// Asks on a thread of its own, and serves meanwhile.
  private func lines(
    _ question: ReportQuestion,
    asJSON: Bool,
    from listener: QuestionListener
  ) throws -> [String] {
    let path = path
    let answer = Answer()
    Thread.detachNewThread {
      let result = Result { try ReportInquiry.lines(question, asJSON: asJSON, at: path) }
      answer.set(result)
    }
    try serve(listener) { answer.isThere }
    return try #require(answer.result).get()
  }

  /// What came of asking.
  private final class Answer: @unchecked Sendable {
    // Every access is under the lock.
    private let lock = NSLock()
    private var stored: Result<[String], any Error>?

    func set(_ result: Result<[String], any Error>) { lock.withLock { stored = result } }
    var result: Result<[String], any Error>? { lock.withLock { stored } }
    var isThere: Bool { result != nil }
  }

  @Test func `questions to the agent: each is answered, also with a long report`() throws {
    let many = (0..<5000).map { _ in Self.listening }
    let report = report(many)
    var asked: [ReportQuestion] = []
    let listener = try self.listener { question in
      asked.append(question)
      return question == .report ? report.json : ["silenced": .bool(asked.count.isMultiple(of: 2))]
    }
    #expect(try lines(.silentSwitch(.toggle), asJSON: false, from: listener) == ["off"])
    #expect(try lines(.silentSwitch(.status), asJSON: false, from: listener) == ["on"])
    let json = try lines(.report, asJSON: true, from: listener)
    #expect(json == [report.json.text])
    #expect(asked == [.silentSwitch(.toggle), .silentSwitch(.status), .report])
  }

  @Test func `the players that stay paused are named`() throws {
    var players: JSONValue = ["mpv", "VLC\u{1b}"]
    let listener = try self.listener { question in
      #expect(question == .keepPaused)
      return ["players": players]
    }
    let names = try lines(.keepPaused, asJSON: false, from: listener)
    #expect(names.count == 2 && names[0] == "mpv" && !names[1].contains("\u{1b}"))
    players = []
    let none = try lines(.keepPaused, asJSON: false, from: listener)
    #expect(none == ["No player is paused by the agent."])
  }

  @Test func `an unknown question to the agent: answered with an error and what it expects`() throws
  {
    let listener = try self.listener { _ in
      Issue.record("nobody is to be asked")
      return [:]
    }
    let socket = try Socket.connect(to: path, blocking: false)
    let line = Array("reprot\n".utf8)
    _ = try line.span.withUnsafeBytes { bytes in try socket.send(bytes) }
    var answer = [UInt8](repeating: 0, count: 200)
    var count = 0
    try serve(listener) {
      count = recv(socket.number, &answer, answer.count, Int32(MSG_DONTWAIT))
      return count > 0
    }
    #expect(
      String(decoding: answer.prefix(max(count, 0)), as: UTF8.self)
        == "{\"error\":\"expected report, keep-paused, reload, or silent on, off, toggle or status\"}\n"
    )
  }

  @Test func `a client without a question for two seconds: cut off, the next is served`() throws {
    let listener = try self.listener { _ in ["ok": true] }
    let slow = try Socket.connect(to: path, blocking: false)
    listener.dispatch(at: .zero)
    #expect(listener.deadline == .seconds(2))
    listener.dispatch(at: .seconds(2))
    #expect(listener.deadline == nil)
    var byte: UInt8 = 0
    try Condition.wait("the end") { recv(slow.number, &byte, 1, Int32(MSG_DONTWAIT)) == 0 }
    #expect(try lines(.report, asJSON: true, from: listener) == ["{\"ok\":true}"])
  }

  @Test func `a connected client that asks nothing: other clients are still served`() throws {
    let listener = try self.listener { _ in ["ok": true] }
    let idle = try Socket.connect(to: path, blocking: false)
    listener.dispatch(at: .zero)
    #expect(try lines(.report, asJSON: true, from: listener) == ["{\"ok\":true}"])
    var byte: UInt8 = 0
    #expect(recv(idle.number, &byte, 1, Int32(MSG_DONTWAIT)) == -1)
  }

  @Test func `where too many ask nothing, the first of them goes`() throws {
    let listener = try self.listener { _ in ["ok": true] }
    var idle: [Connected] = []
    for _ in 0..<QuestionListener.mostClients {
      idle.append(Connected(try Socket.connect(to: path, blocking: false)))
      listener.dispatch(at: .zero)
    }
    #expect(try lines(.report, asJSON: true, from: listener) == ["{\"ok\":true}"])
    var byte: UInt8 = 0
    let ends = idle.map { recv($0.socket.number, &byte, 1, Int32(MSG_DONTWAIT)) }
    #expect(ends == [0] + Array(repeating: -1, count: idle.count - 1))
  }

  /// A connection that asks nothing.
  private final class Connected {
    let socket: Socket
    init(_ socket: consuming Socket) { self.socket = socket }
  }

  @Test func `a client whose question is too long: cut off`() throws {
    let listener = try self.listener { _ in ["ok": true] }
    let socket = try Socket.connect(to: path, blocking: false)
    let question = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
    _ = try question.span.withUnsafeBytes { bytes in try socket.send(bytes) }
    listener.dispatch(at: .zero)
    listener.dispatch(at: .zero)
    #expect(listener.deadline == nil)
  }

  @Test func `a second agent finds the path taken, and without one nobody answers`() throws {
    do {
      let listener = try self.listener { _ in [:] }
      #expect(throws: SocketFileError.taken(path)) {
        _ = try self.listener { _ in [:] }
      }
      withExtendedLifetime(listener) {}
    }
    #expect(throws: ReportInquiry.Failure.self) {
      try ReportInquiry.lines(.report, asJSON: false, at: path)
    }
    // What a dead agent left is taken over.
    _ = try self.listener { _ in [:] }
  }
}
