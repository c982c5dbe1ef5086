import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Glibc
import TestSupport
import Testing

@testable import audiosessionctl
@testable import ControlCore
@testable import ControlRun

/// The conversation of `run` with a daemon that the test plays.
final class RunLinkTests {
  private let link: Link
  private let daemon: FileDescriptor

  init() throws {
    let line = ["run", "--record", "--application", "radio", "--", "arecord"]
    let ends = try connectedSockets(isBlocking: false)
    daemon = FileDescriptor(ends.other)
    let client = BlockingClient(Socket(FileDescriptor(ends.one)), path: "/s")
    link = Link(try RunRequest(try Invocation(line)), for: 812, over: client)
  }

  /// What the program sends, and what it makes of the daemon's lines.
  private func exchange(_ lines: [String] = []) throws -> (sent: [String], events: [Event]) {
    let bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
    #expect(bytes.isEmpty || write(daemon.number, bytes, bytes.count) == bytes.count)
    // Once to receive, and once to send what follows from it.
    let events = try link.exchange() + link.exchange()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = max(0, read(daemon.number, &buffer, buffer.count))
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    return (try text.split(separator: "\n").map { try RunLinkTests.request(String($0)) }, events)
  }

  private static func request(_ line: String) throws -> String {
    let message = try JSONValue(parsing: Array(line.utf8).span)
    return "\(message["method"]?.string ?? "?") \(message["params"]?.text ?? "")"
  }

  /// The reply to `hello` of a daemon that has these features.
  private static func greeting(_ features: [Feature]) throws -> String {
    let peer = Peer(pid: 1, uid: 1000, gid: 1000, comm: nil, unit: nil, userUnit: nil)
    let result = HelloResult(
      features: features,
      server: ServerObject(name: "audiosessiond", version: "1.0.0"),
      epoch: Canned.epoch,
      peer: peer,
      grants: [],
      limits: Limits()
    )
    return (["id": 1, "result": try json(result)] as JSONValue).text
  }

  private static let hello =
    #"hello {"protocol":1,"name":"audiosessionctl run","events":["lifecycle"],"#
    + #""application":"radio"}"#
  private static let description =
    #""name":"arecord","category":"record""#

  @Test func `the session is the command's where the daemon can do that`() throws {
    link.open()
    #expect(try exchange().sent == [Self.hello])
    let greeted = try exchange([Self.greeting([.sessionOnBehalfOf, .sessionOpenApplication])])
    let session = #"{\#(Self.description),"onBehalfOf":812,"application":"radio"}"#
    #expect(greeted.sent == ["session.open \(session)"])
    let opened = try exchange([#"{"id":2,"result":{"session":7}}"#])
    #expect(opened.events == [.opened])
    #expect(link.session == 7)
  }

  @Test func `an older daemon gets a session of this program's own`() throws {
    link.open()
    _ = try exchange()
    let greeted = try exchange([Self.greeting([.sessionOnBehalfOf])])
    #expect(greeted.sent == ["session.open {\(Self.description)}"])
  }

  @Test func `of several activations the reply to the last one counts`() throws {
    link.open()
    _ = try exchange()
    _ = try exchange([#"{"id":1,"result":{}}"#])
    _ = try exchange([#"{"id":2,"result":{"session":7}}"#])
    // The user stops the command while the first is held, and continues it.
    link.activate()
    link.deactivate()
    link.activate()
    _ = try exchange()
    let error = ErrorReply(code: 1, message: "No.")
    let refused = #"{"id":6,"error":{"code":1,"message":"No."}}"#
    #expect(try exchange([#"{"id":3,"result":{}}"#, refused]).events == [.refused(error)])
  }

  @Test func `replies and notifications are handled in their order`() throws {
    link.open()
    _ = try exchange()
    _ = try exchange([#"{"id":1,"result":{}}"#])
    _ = try exchange([#"{"id":2,"result":{"session":7}}"#])
    link.activate()
    #expect(
      try exchange().sent == [
        #"session.activate {"session":7}"#, #"session.report {"session":7,"recording":true}"#,
      ]
    )
    let began = #"{"method":"session.interruption","params":{"session":7,"type":"began"}}"#
    let other = began.replacing("7", with: "8")
    let ended = #"{"method":"session.interruption","params":{"session":7,"type":"ended","#
    let stay = #""recommendation":"shouldNotResume""#
    let rows: [(lines: [String], events: [Event])] = [
      ([other, #"{"id":3,"result":{}}"#, began], [.granted, .interrupted]),
      ([ended + #""options":["shouldResume"]}}"#], [.ended(shouldResume: true)]),
      ([ended + #""options":[]}}"#], [.ended(shouldResume: false)]),
      (
        [#"{"method":"session.resumptionRecommendation","params":{"session":7,\#(stay)}}"#],
        [.recommended(shouldResume: false)]
      ),
      (
        [began.replacing(#""began""#, with: #""began","reason":"appWasSuspended""#)],
        [.wasSuspended]
      ),
      ([#"{"method":"session.closed","params":{"session":7}}"#], [.evicted]),
      ([#"{"method":"mediaServices.wereReset","params":{}}"#], [.wereReset]),
      ([#"{"method":"server.decision","params":{}}"#], [.decided]),
      ([#"{"method":"session.ducking","params":{"session":7,"gain":0.2}}"#], []),
    ]
    for (lines, events) in rows { #expect(try exchange(lines).events == events) }
  }

  @Test func `an activation that lowers it or interrupts others isn't free`() throws {
    link.open()
    _ = try exchange()
    _ = try exchange([#"{"id":1,"result":{}}"#])
    _ = try exchange([#"{"id":2,"result":{"session":7}}"#])
    let began = #"{"session":8,"method":"session.interruption","params":{"type":"began"}}"#
    let rows: [(reply: String, isFree: Bool)] = [
      (#"{"reply":{"result":{"gain":1}},"notifications":[]}"#, true),
      (#"{"reply":{"result":{"gain":0.2}},"notifications":[]}"#, false),
      (#"{"reply":{"result":{"gain":1}},"notifications":[\#(began)]}"#, false),
      (#"{"reply":{"error":{"code":1,"message":"No."}},"notifications":[]}"#, false),
    ]
    for (index, (reply, isFree)) in rows.enumerated() {
      link.probe()
      let asked = #"policy.simulate {"session":7,"action":"activate"}"#
      #expect(try exchange().sent == [asked])
      let line = #"{"id":\#(index + 3),"result":\#(reply)}"#
      #expect(try exchange([line]).events == [.probed(isFree: isFree)])
    }
  }

  @Test(arguments: [
    (
      ["--on-interrupt=pause"],
      "--on-interrupt=pause: expected --pause-command and --resume-command beside it"
    ),
    (["--pause-command", "p"], "expected --pause-command and --resume-command, or neither"),
    (
      ["--on-interrupt=stop", "--pause-command", "p", "--resume-command", "r"],
      "--pause-command: expected --on-interrupt=pause beside it"
    ),
  ])
  func `options that lack another say which`(options: [String], sentence: String) throws {
    let invocation = try Invocation(["run"] + options + ["mpv"])
    #expect(throws: Failure.usage(sentence)) { try RunRequest(invocation) }
  }

  @Test func `a connection that ends is told once all was handled`() throws {
    link.open()
    _ = try exchange()
    let bytes = Array("{\"id\":1,\"error\":{\"code\":-32004,\"message\":\"No.\"}}\n".utf8)
    #expect(write(daemon.number, bytes, bytes.count) == bytes.count)
    #expect(throws: ClientError.refused(ErrorReply(code: -32004, message: "No."))) {
      try link.exchange()
    }
  }
}
