import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import AudioSession

/// Activations beside others of the same session, in every order of requests and replies.
struct TurnTests {
  private let answers = Answers()
  private static let undone =
    #"session.deactivate {"session":7,"options":["notifyOthersOnDeactivation"]}"#
  private static let active = #""result":{"session":7,"state":"active"}"#
  private static let inactive = #""result":{"session":7,"state":"inactive"}"#
  private static let refused = #""error":{"code":561017449,"message":"No.","data":{}}"#

  private func begin(
    _ operation: AudioSession.Operation,
    _ number: UInt64,
    of key: SessionKey,
    in client: inout ClientState
  ) {
    let call = Call.testing(operation, key, finish: answers.add)
    client.begin(call, .init(number: number), at: 0)
  }

  /// One step in the life of a session; the ids of requests begin with 3.
  private enum Step {
    case begin(AudioSession.Operation, UInt64)
    case cancel(UInt64)
    case reply(Int, String)
  }

  @Test func `an activation is undone when nobody is left who wants it, and not before`() throws {
    let (one, other) = (Step.begin(.activate(), 90), Step.begin(.activate(), 91))
    let silent = AudioSession.Operation.deactivate(notifyingOthers: false)
    let rows: [(steps: [Step], isUndone: Bool)] = [
      ([one, .cancel(90), .reply(3, Self.active)], true),
      // The other one got it.
      ([one, other, .cancel(91), .reply(3, Self.active), .reply(4, Self.active)], false),
      ([one, other, .cancel(90), .reply(3, Self.active), .reply(4, Self.active)], false),
      ([one, .cancel(90), other, .reply(3, Self.active), .reply(4, Self.active)], false),
      // Nobody did.
      (
        [one, other, .cancel(90), .reply(3, Self.active), .cancel(91), .reply(4, Self.active)],
        true
      ),
      (
        [one, other, .cancel(90), .cancel(91), .reply(3, Self.active), .reply(4, Self.active)], true
      ),
      ([one, other, .cancel(90), .reply(3, Self.active), .reply(4, Self.refused)], true),
      // A deactivation decides.
      (
        [one, .begin(silent, 91), .cancel(90), .reply(3, Self.active), .reply(4, Self.inactive)],
        false
      ),
      // It was active, and was given back before.
      (
        [
          one, .reply(3, Self.active), .begin(silent, 91), .begin(.activate(), 92), .cancel(92),
          .reply(4, Self.inactive), .reply(5, Self.active),
        ],
        true
      ),
      (
        [
          one, .reply(3, Self.active), .begin(.activate(), 91), .cancel(91), .reply(4, Self.active),
        ], false
      ),
    ]
    for (index, row) in rows.enumerated() {
      var (client, key) = try ClientState.opened()
      var sent: [String] = []
      for step in row.steps {
        switch step {
        case .begin(let operation, let number):
          begin(operation, number, of: key, in: &client)
        case .cancel(let number): client.cancel(.init(number: number))
        case .reply(let id, let answer): try client.hear(#"{"id":\#(id),\#(answer)}"#)
        }
        sent += client.takeSent()
      }
      #expect(sent.contains(Self.undone) == row.isUndone, "row \(index)")
    }
  }

  @Test func `R34: who gives up its turn isn't kept waiting in the daemon`() throws {
    for isAlone in [true, false] {
      var (client, key) = try ClientState.opened()
      begin(.turn(after: 0), 90, of: key, in: &client)
      if !isAlone { begin(.turn(after: 0), 91, of: key, in: &client) }
      client.cancel(.init(number: 90))
      #expect(client.takeSent().contains(Self.undone) == isAlone)
    }
  }

  @Test func `a turn that a deactivation takes isn't that of who comes after it`() throws {
    var (client, key) = try ClientState.opened()
    begin(.turn(after: 0), 90, of: key, in: &client)
    begin(.deactivate(notifyingOthers: true), 91, of: key, in: &client)
    let noted = try #require(client.sessions[key]?.turnCount)
    begin(.turn(after: noted), 92, of: key, in: &client)
    try client.hear(#"{"id":3,\#(Self.inactive)}"#)
    client.performCallbacks()
    #expect(answers.all == [.failure(.shouldNotResume), .success(nil)])
    #expect(client.calls.count == 1)
    // One that noted its turn before is told of the deactivation, whatever came since.
    try client.hear(#"{"method":"session.didBecomeActive","params":{"session":7}}"#)
    begin(.turn(after: 0), 93, of: key, in: &client)
    client.performCallbacks()
    #expect(answers.all.suffix(2) == [.success(nil), .failure(.shouldNotResume)])
  }

  @Test func `a scope that begins while another ends keeps the session active`() throws {
    var (client, key) = try ClientState.opened()
    client.sessions[key]?.scopeCount = 2
    let end = AudioSession.Operation.endScope(notifyingOthers: true, hasActivated: true)
    begin(end, 90, of: key, in: &client)
    #expect(client.takeSent() == [])
    begin(end, 91, of: key, in: &client)
    #expect(client.takeSent() == [Self.undone])
  }

  @Test func `R49: what was asked before a restart ends with it, on a connection that is kept`()
    throws
  {
    var (client, key) = try ClientState.opened()
    begin(.configure(Configuration(category: .playback)), 90, of: key, in: &client)
    try client.hear(
      #"{"method":"mediaServices.wereReset","params":{"previousEpoch":"a"}}"#,
      #"{"id":3,"error":{"code":561210739,"message":"","data":{"name":"expiredSession"}}}"#
    )
    client.performCallbacks()
    #expect(answers.all == [.failure(.mediaServicesFailed)])
    _ = client.takeSent()
    try client.hear(#"{"id":4,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
    #expect(client.takeSent().first?.contains(#""category":"playback""#) == true)
  }

  @Test func `R49: a session of a process that ended is closed in every epoch`() throws {
    for name in ["noSuchSession", "expiredSession"] {
      var (client, key) = try ClientState.opened()
      begin(.activate(), 90, of: key, in: &client)
      try client.hear(#"{"id":3,"error":{"code":1,"message":"","data":{"name":"\#(name)"}}}"#)
      client.performCallbacks()
      #expect(answers.all.last == .failure(.closed))
      #expect(client.sessions[key]?.phase == .closed)
    }
  }

  @Test func `a daemon that is slow to begin is reported when it has begun`() async throws {
    let told = Listening()
    var client = ClientState()
    let added = client.add(Opening())
    let key = try #require(added)
    _ = client.add(told.continuation, to: key)
    let call = Call.testing(.activate(), key, limit: 5, finish: answers.add)
    client.begin(call, .init(number: 90), at: 0)
    client.connected(at: 0)
    let isToClose = client.timePassed(5)
    #expect(!isToClose)
    try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    client.remove(key)
    #expect(await told.events(of: &client) == [.mediaServicesReset])
  }

  @Test func `of two wishes the later is kept`() throws {
    for _ in 0..<20 {
      var (client, key) = try ClientState.opened()
      for (number, category) in zip(UInt64(90)..., [Category.ambient, .record, .playback]) {
        begin(.configure(Configuration(category: category)), number, of: key, in: &client)
      }
      client.disconnected(.timedOut, at: 0)
      #expect(client.sessions[key]?.status.category == .playback)
    }
  }

  @Test func `a program in the background is in the background after a reset too`() throws {
    var (client, key) = try ClientState.opened()
    begin(
      .report(playing: nil, recording: nil, foreground: false),
      90,
      of: key,
      in: &client
    )
    try client.hear(#"{"id":3,"result":{"session":7,"foreground":false}}"#)
    client.disconnected(.timedOut, at: 0)
    client.connected(at: 0)
    try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
    _ = client.takeSent()
    try client.hear(#"{"id":2,"result":{"session":8,"foreground":true}}"#)
    #expect(
      client.takeSent() == [#"session.report {"session":8,"foreground":false}"#]
    )
  }

  @Test func `R66: a role that is given up takes its priority with it`() throws {
    var status = SessionStatus()
    (status.role, status.priority) = ("siren", .alarm)
    #expect(status.keep(Configuration(role: .noRole)) == nil)
    #expect(status.role == nil && status.priority == .normal)
  }
}
