import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import AudioSession

/// What a real daemon does too seldom to wait for.
struct ClientStateTests {
  private let told = Listening()

  @Test func `R49: a connection that outlives a restart is one loss and one reset`() async throws {
    var (client, key) = try opened()
    try client.hear(#"{"jsonrpc":"2.0","method":"mediaServices.wereReset","params":{}}"#)
    #expect(client.isLost)
    #expect(client.takeSent() == [ClientState.hello(after: .a)])
    try client.hear(#"{"jsonrpc":"2.0","id":3,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
    #expect(client.takeSent() == ["session.open {}"])
    #expect(client.sessions[key]?.status == SessionStatus())
    try client.hear(#"{"jsonrpc":"2.0","id":4,"result":{"session":9}}"#)
    #expect(client.sessions[key]?.phase == .open(9))
    client.remove(key)
    #expect(await told.events(of: &client) == [.mediaServicesLost, .mediaServicesReset])
  }

  @Test(arguments: [false, true])
  func `replies and notifications are applied in the order in which they came`(
    replyIsLast: Bool
  ) throws {
    var (client, key) = try opened()
    client.begin(Call.testing(.activate(), key), client.nextCallNumber(), at: 0)
    let ended =
      #"{"jsonrpc":"2.0","method":"session.interruption","params":{"session":7,"type":"ended"}}"#
    let active = #"{"jsonrpc":"2.0","id":3,"result":{"session":7,"state":"active"}}"#
    try client.hear(replyIsLast ? ended : active, replyIsLast ? active : ended)
    #expect(client.sessions[key]?.status.state == (replyIsLast ? .active : .inactive))
  }

  @Test func `words, members and notifications of a later daemon do no harm`() throws {
    var (client, key) = try opened()
    let before = client.sessions[key]?.status
    try client.hear(
      #"{"jsonrpc":"2.0","method":"session.levitated","params":{"session":7,"height":1}}"#,
      #"{"jsonrpc":"2.0","method":"session.ducking","params":{"session":8,"gain":0.1}}"#,
      #"{"jsonrpc":"2.0","method":"session.interruption","params":{"session":7,"type":"hm"}}"#
    )
    client.begin(Call.testing(.refresh, key), client.nextCallNumber(), at: 0)
    try client.hear(
      #"{"jsonrpc":"2.0","id":3,"result":{"session":7,"state":"afloat","height":1}}"#
    )
    #expect(client.sessions[key]?.status == before)
  }

  @Test func `a session that is closed while it opens is closed with the daemon too`() throws {
    var client = ClientState()
    let added = client.add(Opening())
    let key = try #require(added)
    _ = client.add(Opening())
    client.begin(Call.testing(.open, key), client.nextCallNumber(), at: 0)
    client.connected(at: 0)
    try client.hear(#"{"jsonrpc":"2.0","id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    client.begin(Call.testing(.close, key), client.nextCallNumber(), at: 0)
    client.remove(key)
    _ = client.takeSent()
    try client.hear(#"{"jsonrpc":"2.0","id":2,"result":{"session":7}}"#)
    #expect(client.takeSent() == [#"session.close {"session":7}"#])
  }

  @Test func `R52, R63: what a session is a part of, and where it is, is said again after a loss`()
    throws
  {
    var client = ClientState(application: "radio")
    let opening = Opening(name: "player", zone: "kitchen", onBehalfOf: 12)
    let added = client.add(opening)
    let key = try #require(added)
    client.begin(Call.testing(.open, key), client.nextCallNumber(), at: 0)
    for (epoch, members) in [(Epoch.a, ""), (Epoch.b, #","epoch":"\#(Epoch.a.text)""#)] {
      client.connected(at: 0)
      let hello = #"{"protocol":1,"events":["lifecycle"],"application":"radio"\#(members)}"#
      #expect(client.takeSent() == ["hello \(hello)"])
      try client.hear(#"{"jsonrpc":"2.0","id":1,"result":{"epoch":"\#(epoch.text)"}}"#)
      let open = #"session.open {"name":"player","zone":"kitchen","onBehalfOf":12}"#
      #expect(client.takeSent() == [open])
      try client.hear(#"{"jsonrpc":"2.0","id":2,"result":{"session":7}}"#)
      client.disconnected(.timedOut, at: 0)
    }
  }

  @Test func `a session that the daemon doesn't know any more is closed`() async throws {
    var (client, key) = try opened()
    let answers = Answers()
    let call = Call.testing(.activate(), key) { answers.add($0) }
    client.begin(call, client.nextCallNumber(), at: 0)
    try client.hear(
      #"{"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"","data":{"name":"noSuchSession"}}}"#
    )
    #expect(client.sessions[key]?.phase == .closed)
    #expect(await told.events(of: &client) == [])
    #expect(answers.all == [.failure(.closed)])
  }

  @Test func `a configuration that can't be restored is in nobody's way`() throws {
    var (client, key) = try opened()
    client.begin(Call.testing(.refresh, key), client.nextCallNumber(), at: 0)
    try client.hear(
      #"{"jsonrpc":"2.0","id":3,"result":{"session":7,"priority":"phoneCall"}}"#
    )
    client.disconnected(.timedOut, at: 0)
    client.connected(at: 0)
    _ = client.takeSent()
    try client.hear(#"{"jsonrpc":"2.0","id":1,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
    let sent = client.takeSent()
    #expect(sent.count == 1 && sent[0].contains(#""priority":"phoneCall""#))
    let missing = #"{"name":"missingEntitlement"}"#
    try client.hear(
      #"{"jsonrpc":"2.0","id":2,"error":{"code":1701737535,"message":"No.","data":\#(missing)}}"#
    )
    let answers = Answers()
    client.begin(
      .testing(.activate(), key, finish: answers.add),
      client.nextCallNumber(),
      at: 0
    )
    // It is opened without; the next activation is told, once.
    let refusal = AudioSession.Refusal(
      code: 1_701_737_535,
      name: "missingEntitlement",
      message: "No."
    )
    #expect(client.takeSent() == ["session.open {}"])
    client.performCallbacks()
    #expect(answers.all == [.failure(.refused(refusal))])
    try client.hear(#"{"id":3,"result":{"session":8}}"#)
    client.begin(.testing(.activate(), key), .init(number: 91), at: 0)
    #expect(client.takeSent().last == #"session.activate {"session":8}"#)
  }

  @Test func `attempts to connect again become rarer, up to one in five seconds`() throws {
    var (client, _) = try opened()
    var now: Int64 = 0
    client.disconnected(.timedOut, at: now)
    var pauses: [Int64] = []
    for _ in 1...10 {
      let next = try #require(client.deadline)
      #expect(!client.wantsConnection(at: next - 1))
      #expect(client.wantsConnection(at: next))
      pauses.append((next - now) / 1_000_000)
      now = next
      client.connectingFailed(.timedOut, at: now)
    }
    #expect(pauses == [20, 40, 80, 160, 320, 640, 1280, 2560, 5000, 5000])
  }

  private func opened() throws -> (ClientState, SessionKey) {
    try ClientState.opened(told)
  }
}
