import AudioSessionClient
import AudioSessionWire
import Testing

@testable import AudioSession

/// What a real daemon does too seldom to wait for.
struct ConversationTests {
  private let told = Listening()

  @Test func `R49: a connection that outlives a restart is one loss and one reset`() async throws {
    var (conversation, key) = try opened()
    try conversation.hear(#"{"jsonrpc":"2.0","method":"mediaServices.wereReset","params":{}}"#)
    #expect(conversation.isLost)
    #expect(conversation.takeSent() == [Conversation.hello(after: .a)])
    try conversation.hear(#"{"jsonrpc":"2.0","id":3,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
    #expect(conversation.takeSent() == ["session.open {}"])
    #expect(conversation.sessions[key]?.status == SessionStatus())
    try conversation.hear(#"{"jsonrpc":"2.0","id":4,"result":{"session":9}}"#)
    #expect(conversation.sessions[key]?.phase == .open(9))
    conversation.remove(key)
    #expect(await told.events(of: &conversation) == [.mediaServicesLost, .mediaServicesReset])
  }

  @Test(arguments: [false, true])
  func `replies and notifications are applied in the order in which they came`(
    replyIsLast: Bool
  ) throws {
    var (conversation, key) = try opened()
    conversation.begin(Call.testing(.activate(), key), conversation.nextCallNumber(), at: 0)
    let ended =
      #"{"jsonrpc":"2.0","method":"session.interruption","params":{"session":7,"type":"ended"}}"#
    let active = #"{"jsonrpc":"2.0","id":3,"result":{"session":7,"state":"active"}}"#
    try conversation.hear(replyIsLast ? ended : active, replyIsLast ? active : ended)
    #expect(conversation.sessions[key]?.status.state == (replyIsLast ? .active : .inactive))
  }

  @Test func `words, members and notifications of a later daemon do no harm`() throws {
    var (conversation, key) = try opened()
    let before = conversation.sessions[key]?.status
    try conversation.hear(
      #"{"jsonrpc":"2.0","method":"session.levitated","params":{"session":7,"height":1}}"#,
      #"{"jsonrpc":"2.0","method":"session.ducking","params":{"session":8,"gain":0.1}}"#,
      #"{"jsonrpc":"2.0","method":"session.interruption","params":{"session":7,"type":"hm"}}"#
    )
    conversation.begin(Call.testing(.refresh, key), conversation.nextCallNumber(), at: 0)
    try conversation.hear(
      #"{"jsonrpc":"2.0","id":3,"result":{"session":7,"state":"afloat","height":1}}"#
    )
    #expect(conversation.sessions[key]?.status == before)
  }

  @Test func `a session that is closed while it opens is closed with the daemon too`() throws {
    var conversation = Conversation()
    let added = conversation.add(Opening())
    let key = try #require(added)
    _ = conversation.add(Opening())
    conversation.begin(Call.testing(.open, key), conversation.nextCallNumber(), at: 0)
    conversation.connected(at: 0)
    try conversation.hear(#"{"jsonrpc":"2.0","id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    conversation.begin(Call.testing(.close, key), conversation.nextCallNumber(), at: 0)
    conversation.remove(key)
    _ = conversation.takeSent()
    try conversation.hear(#"{"jsonrpc":"2.0","id":2,"result":{"session":7}}"#)
    #expect(conversation.takeSent() == [#"session.close {"session":7}"#])
  }

  @Test func `R52, R63: what a session is a part of, and where it is, is said again after a loss`()
    throws
  {
    var conversation = Conversation(application: "radio")
    let opening = Opening(name: "player", zone: "kitchen", onBehalfOf: 12)
    let added = conversation.add(opening)
    let key = try #require(added)
    conversation.begin(Call.testing(.open, key), conversation.nextCallNumber(), at: 0)
    for (epoch, members) in [(Epoch.a, ""), (Epoch.b, #","epoch":"\#(Epoch.a.text)""#)] {
      conversation.connected(at: 0)
      let hello = #"{"protocol":1,"events":["lifecycle"],"application":"radio"\#(members)}"#
      #expect(conversation.takeSent() == ["hello \(hello)"])
      try conversation.hear(#"{"jsonrpc":"2.0","id":1,"result":{"epoch":"\#(epoch.text)"}}"#)
      let open = #"session.open {"name":"player","zone":"kitchen","onBehalfOf":12}"#
      #expect(conversation.takeSent() == [open])
      try conversation.hear(#"{"jsonrpc":"2.0","id":2,"result":{"session":7}}"#)
      conversation.disconnected(.timedOut, at: 0)
    }
  }

  @Test func `a session that the daemon doesn't know any more is closed`() async throws {
    var (conversation, key) = try opened()
    let answers = Answers()
    let call = Call.testing(.activate(), key) { answers.add($0) }
    conversation.begin(call, conversation.nextCallNumber(), at: 0)
    try conversation.hear(
      #"{"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"","data":{"name":"noSuchSession"}}}"#
    )
    #expect(conversation.sessions[key]?.phase == .closed)
    #expect(await told.events(of: &conversation) == [])
    #expect(answers.all == [.failure(.closed)])
  }

  @Test func `a configuration that can't be restored is in nobody's way`() throws {
    var (conversation, key) = try opened()
    conversation.begin(Call.testing(.refresh, key), conversation.nextCallNumber(), at: 0)
    try conversation.hear(
      #"{"jsonrpc":"2.0","id":3,"result":{"session":7,"priority":"phoneCall"}}"#
    )
    conversation.disconnected(.timedOut, at: 0)
    conversation.connected(at: 0)
    _ = conversation.takeSent()
    try conversation.hear(#"{"jsonrpc":"2.0","id":1,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
    let sent = conversation.takeSent()
    #expect(sent.count == 1 && sent[0].contains(#""priority":"phoneCall""#))
    let missing = #"{"name":"missingEntitlement"}"#
    try conversation.hear(
      #"{"jsonrpc":"2.0","id":2,"error":{"code":1701737535,"message":"No.","data":\#(missing)}}"#
    )
    let answers = Answers()
    conversation.begin(
      .testing(.activate(), key, finish: answers.add),
      conversation.nextCallNumber(),
      at: 0
    )
    // It is opened without; the next activation is told, once.
    let refusal = AudioSession.Refusal(
      code: 1_701_737_535,
      name: "missingEntitlement",
      message: "No."
    )
    #expect(conversation.takeSent() == ["session.open {}"])
    conversation.performCallbacks()
    #expect(answers.all == [.failure(.refused(refusal))])
    try conversation.hear(#"{"id":3,"result":{"session":8}}"#)
    conversation.begin(.testing(.activate(), key), .init(number: 91), at: 0)
    #expect(conversation.takeSent().last == #"session.activate {"session":8}"#)
  }

  @Test func `attempts to connect again become rarer, up to one in five seconds`() throws {
    var (conversation, _) = try opened()
    var now: Int64 = 0
    conversation.disconnected(.timedOut, at: now)
    var pauses: [Int64] = []
    for _ in 1...10 {
      let next = try #require(conversation.deadline)
      #expect(!conversation.wantsConnection(at: next - 1))
      #expect(conversation.wantsConnection(at: next))
      pauses.append((next - now) / 1_000_000)
      now = next
      conversation.connectingFailed(.timedOut, at: now)
    }
    #expect(pauses == [20, 40, 80, 160, 320, 640, 1280, 2560, 5000, 5000])
  }

  private func opened() throws -> (Conversation, SessionKey) {
    try Conversation.opened(told)
  }
}
