import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import AudioSession

/// What comes in an order of its own, twice, or about what isn't there.
struct ClientStateOrderTests {
  private static let hello = ClientState.hello(after: .a)
  private static let reset = message("mediaServices.wereReset", #"{"previousEpoch":"a"}"#)
  private static let lost = message("mediaServices.wereLost", "{}")
  private static let unasked = ClientError.protocolViolation(
    "a reply to a request that was not made"
  )

  private static func message(_ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#
  }

  // MARK: - Loss and reset

  /// What is heard after a loss or in the middle of things, and what leads to a request at once.
  @Test func `R49: in whatever order loss and reset are told, they are one of each`() async throws {
    let rows: [(heard: [String], sent: [String])] = [
      ([Self.reset], [Self.hello]),
      ([Self.reset, Self.reset], [Self.hello]),
      ([Self.lost, Self.reset], [Self.hello]),
      ([Self.lost, Self.lost, Self.reset, Self.reset], [Self.hello]),
    ]
    for row in rows {
      let told = Listening()
      var (client, key) = try ClientState.opened(told)
      for line in row.heard { try client.hear(line) }
      #expect(client.takeSent() == row.sent, "\(row.heard)")
      try client.hear(#"{"id":3,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
      #expect(client.takeSent() == ["session.open {}"], "\(row.heard)")
      try client.hear(#"{"id":4,"result":{"session":9}}"#)
      #expect(client.epoch == .b && !client.isLost)
      #expect(client.sessions[key]?.phase == .open(9))
      client.remove(key)
      #expect(
        await told.events(of: &client) == [.mediaServicesLost, .mediaServicesReset],
        "\(row.heard)"
      )
    }
  }

  @Test func `R49: a reset before hello is answered says what the answer will say`() async throws {
    let told = Listening()
    var (client, key) = try ClientState.opened(told)
    client.disconnected(.timedOut, at: 0)
    client.connected(at: 0)
    #expect(client.takeSent() == [Self.hello])
    try client.hear(Self.reset)
    #expect(client.takeSent() == [])
    try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
    #expect(client.takeSent() == ["session.open {}"])
    try client.hear(#"{"id":2,"result":{"session":9}}"#)
    client.remove(key)
    #expect(
      await told.events(of: &client) == [.mediaServicesLost, .mediaServicesReset]
    )
  }

  @Test func `the first hello names no epoch, and a reset before its answer is nobody's`() throws {
    var client = ClientState()
    let added = client.add(Opening())
    let key = try #require(added)
    client.begin(.testing(.activate(), key), client.nextCallNumber(), at: 0)
    client.connected(at: 0)
    #expect(client.takeSent() == [#"hello {"protocol":1,"events":["lifecycle"]}"#])
    try client.hear(Self.reset)
    #expect(client.takeSent() == [])
    #expect(!client.isLost && client.calls.count == 1)
    try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    #expect(client.takeSent() == ["session.open {}"])
  }

  @Test func `R49: a loss ends every call with it, one that waits for its session too`() throws {
    let answers = Answers()
    var (client, key) = try ClientState.opened()
    let added = client.add(Opening())
    let unopened = try #require(added)
    for (operation, key) in [
      (AudioSession.Operation.activate(), key), (.refresh, key), (.activate(), unopened),
    ] {
      let number = client.nextCallNumber()
      client.begin(.testing(operation, key, finish: answers.add), number, at: 0)
    }
    client.disconnected(.timedOut, at: 0)
    client.performCallbacks()
    #expect(answers.all == Array(repeating: .failure(.mediaServicesFailed), count: 3))
    #expect(client.calls.isEmpty && client.purposes.isEmpty)
    // Whatever is asked until the reset.
    let report = AudioSession.Operation.report(playing: true, recording: nil, foreground: nil)
    let operations: [AudioSession.Operation] = [
      .open, .configure(Configuration()), .activate(), .deactivate(notifyingOthers: true), report,
      .refresh, .route,
    ]
    for key in [key, unopened] {
      for operation in operations {
        let call = Call.testing(operation, key, finish: answers.add)
        client.begin(call, client.nextCallNumber(), at: 0)
      }
    }
    client.performCallbacks()
    #expect(answers.all == Array(repeating: .failure(.mediaServicesFailed), count: 17))
    #expect(client.calls.isEmpty)
    // Only what was open, or was to be, is opened again; nobody waits for the other one any more.
    client.connected(at: 0)
    _ = client.takeSent()
    try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
    #expect(client.sessions[key]?.phase == .opening)
  }

  @Test func `R49: what comes before hello is answered waits, and is sent once`() throws {
    var client = ClientState()
    let added = client.add(Opening(name: "player"))
    let key = try #require(added)
    for operation in [AudioSession.Operation.open, .activate(), .refresh] {
      client.begin(.testing(operation, key), client.nextCallNumber(), at: 0)
    }
    #expect(client.takeSent() == [])
    client.connected(at: 0)
    _ = client.takeSent()
    try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    #expect(client.takeSent() == [#"session.open {"name":"player"}"#])
    client.begin(.testing(.route, key), client.nextCallNumber(), at: 0)
    #expect(client.takeSent() == [])
    try client.hear(#"{"id":2,"result":{"session":7}}"#)
    #expect(
      client.takeSent() == [
        #"session.activate {"session":7}"#, #"session.get {"session":7}"#, "system.get {}",
      ]
    )
  }

  // MARK: - Replies

  @Test func `a reply that nobody asked for, or a second one, ends the connection`() throws {
    let rows: [[String]] = [
      [#"{"id":99,"result":{}}"#], [#"{"id":1,"result":{"epoch":"\#(Epoch.b.text)"}}"#],
      [#"{"id":3,"result":{"session":7}}"#, #"{"id":3,"result":{"session":7}}"#],
      [#"{"id":3,"error":{"code":-32002,"message":"No."}}"#, #"{"id":3,"result":{}}"#],
    ]
    for row in rows {
      var (client, key) = try ClientState.opened()
      client.begin(.testing(.refresh, key), client.nextCallNumber(), at: 0)
      for line in row.dropLast() { try client.hear(line) }
      #expect(throws: Self.unasked, "\(row)") { try client.hear(row[row.count - 1]) }
    }
  }

  /// Replies of no use: what the session's status is afterwards, and what the call ends with.
  @Test func `a reply about another session, or about none, changes nothing`() throws {
    let rows = [
      #"{"session":8,"state":"active"}"#, #"{"state":"active"}"#, "{}", "[]", "null",
      #"{"session":"7","state":"active"}"#, #"{"session":-7,"state":"active"}"#,
    ]
    for result in rows {
      let answers = Answers()
      var (client, key) = try ClientState.opened()
      let before = try #require(client.sessions[key]?.status)
      let call = Call.testing(.activate(), key, finish: answers.add)
      client.begin(call, client.nextCallNumber(), at: 0)
      try client.hear(#"{"id":3,"result":\#(result)}"#)
      client.performCallbacks()
      #expect(client.sessions[key]?.status == before, "\(result)")
      #expect(answers.all == [.success(nil)], "\(result)")
    }
  }

  @Test func `each call ends with its own reply, whatever their order`() throws {
    let answers = Answers()
    var (client, key) = try ClientState.opened()
    for operation in [AudioSession.Operation.refresh, .route, .activate()] {
      let call = Call.testing(operation, key, finish: answers.add)
      client.begin(call, client.nextCallNumber(), at: 0)
    }
    try client.hear(
      #"{"id":5,"error":{"code":560557684,"message":"No.","data":{"name":"x"}}}"#,
      #"{"id":4,"result":{"route":{"inputs":[],"outputs":[{"portType":"A","name":"B","portID":"C"}]}}}"#,
      #"{"id":3,"result":{"session":7,"promptStyle":"short"}}"#
    )
    client.performCallbacks()
    let port = AudioSession.Route.Port(type: "A", name: "B", id: "C")
    let route = AudioSession.Route(outputs: [port])
    let refusal = AudioSession.Refusal(code: 560_557_684, name: "x", message: "No.")
    #expect(
      answers.all == [
        .failure(.refused(refusal)), .success(route), .success(nil),
      ]
    )
    #expect(client.sessions[key]?.status.promptStyle == .short)
  }

  // MARK: - Notifications

  @Test func `notifications about no session of ours are told to nobody`() throws {
    let numbers = ["8", "0", "-7", "7.0", #""7""#, "null", "[7]", "18446744073709551623"]
    let lines =
      numbers.map { Self.message("session.didBecomeActive", #"{"session":\#($0)}"#) } + [
        Self.message("session.didBecomeActive", "{}"), #"{"method":"session.didBecomeActive"}"#,
        Self.message("server.decision", #"{"session":7}"#),
        Self.message("events.lagged", #"{"session":7}"#),
        Self.message("enforcement.apply", #"{"session":7,"targets":[]}"#),
      ]
    let told = Listening()
    var (client, key) = try ClientState.opened(told)
    let before = client.sessions[key]?.status
    for line in lines {
      try client.hear(line)
      #expect(client.callbacks.isEmpty, "\(line)")
      #expect(client.sessions[key]?.status == before, "\(line)")
    }
  }

  @Test func `a session that isn't open yet, or is closed, is told nothing`() async throws {
    let active = Self.message("session.didBecomeActive", #"{"session":7}"#)
    let told = Listening()
    var (client, key) = try ClientState.opened(told)
    try client.hear(Self.message("session.closed", #"{"session":7,"reason":"evicted"}"#))
    try client.hear(active)
    #expect(client.sessions[key]?.phase == .closed)
    #expect(client.sessions[key]?.status.state == .inactive)
    #expect(await told.events(of: &client) == [.closed(.evicted)])
  }

  @Test func `a session being closed: events are told until the daemon's reply, and none after`()
    async throws
  {
    let told = Listening()
    var (client, key) = try ClientState.opened(told)
    client.begin(.testing(.close, key), client.nextCallNumber(), at: 0)
    let late = Answers()
    let number = client.nextCallNumber()
    client.begin(.testing(.activate(), key, finish: late.add), number, at: 0)
    try client.hear(
      Self.message(
        "session.ducking",
        #"{"session":7,"gain":1,"duckedBy":[],"rampMilliseconds":20}"#
      ),
      #"{"id":3,"result":{}}"#,
      Self.message("session.didBecomeActive", #"{"session":7}"#)
    )
    let events = await told.events(of: &client)
    #expect(events == [.ducking(gain: 1, ramp: .milliseconds(20))])
    #expect(late.all == [.failure(.closed)])
  }

  @Test func `of two sessions each is told its own`() async throws {
    let streams = (0..<2).map { _ in Listening() }
    var (client, first) = try ClientState.opened(streams[0])
    let added = client.add(Opening())
    let second = try #require(added)
    _ = client.add(streams[1].continuation, to: second)
    client.begin(.testing(.open, second), client.nextCallNumber(), at: 0)
    try client.hear(#"{"id":3,"result":{"session":8}}"#)
    try client.hear(
      Self.message("session.didBecomeActive", #"{"session":8}"#),
      Self.message(
        "session.ducking",
        #"{"session":7,"gain":0.5,"duckedBy":[],"rampMilliseconds":20}"#
      )
    )
    for key in [first, second] { client.remove(key) }
    #expect(
      await streams[0].events(of: &client) == [.ducking(gain: 0.5, ramp: .milliseconds(20))]
    )
    #expect(await streams[1].events(of: &client) == [.didBecomeActive])
  }

  @Test(arguments: [Backlog.limit - 1, Backlog.limit, Backlog.limit + 1, 3 * Backlog.limit + 7])
  func `the first listener of a session: hears the latest events, in their order`(
    count: Int
  ) async throws {
    var (client, key) = try ClientState.opened()
    for number in 0..<count {
      client.tell(.ducking(gain: 1, ramp: .milliseconds(number)), to: key)
    }
    #expect(client.takeCallbacks().isEmpty)
    let listening = Listening()
    _ = client.add(listening.continuation, to: key)
    client.tell(.closed(.evicted), to: key)
    client.end(key)
    let kept = (max(count - Backlog.limit, 0)..<count).map {
      SessionEvent.ducking(gain: 1, ramp: .milliseconds($0))
    }
    // The listener has room for as many, too.
    let heard = Array(kept.dropFirst(kept.count == Backlog.limit ? 1 : 0)) + [.closed(.evicted)]
    #expect(await listening.events(of: &client) == heard)
  }

  @Test func `a listener that doesn't read: the latest events are kept, in their order`()
    async throws
  {
    let listening = Listening()
    var (client, key) = try ClientState.opened(listening)
    let count = Backlog.limit + 7
    for number in 0..<count {
      client.tell(.ducking(gain: 1, ramp: .milliseconds(number)), to: key)
    }
    client.end(key)
    let latest = (7..<count).map { SessionEvent.ducking(gain: 1, ramp: .milliseconds($0)) }
    #expect(await listening.events(of: &client) == latest)
  }
}
