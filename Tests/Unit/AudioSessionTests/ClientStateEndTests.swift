import AudioSessionClient
import AudioSessionWire
import Testing

@testable import AudioSession

/// Sessions that end, or are lost, while something is under way; and when there is something to do.
struct ClientStateEndTests {
  /// How far a session has come when the connection is lost.
  private enum Stage: CaseIterable {
    case untouched, waiting, opening, open, closed, evicted
  }

  /// Two sessions on a connection that is ready; the second one is as far as `stage` says.
  private func client(
    _ stage: Stage,
    _ answers: Answers
  ) throws -> (ClientState, SessionKey) {
    var (client, _) = try ClientState.opened()
    let added = client.add(Opening())
    let key = try #require(added)
    if stage == .untouched { return (client, key) }
    client.begin(.testing(.activate(), key, finish: answers.add), .init(number: 90), at: 0)
    if stage == .waiting || stage == .opening { return (client, key) }
    try client.hear(#"{"id":3,"result":{"session":8}}"#, #"{"id":4,"result":{"session":8}}"#)
    if stage == .closed {
      client.begin(.testing(.close, key), .init(number: 91), at: 0)
    } else if stage == .evicted {
      try client.hear(
        #"{"method":"session.closed","params":{"session":8,"reason":"evicted"}}"#
      )
    }
    client.performCallbacks()
    return (client, key)
  }

  @Test(arguments: [false, true])
  func `R49: after a loss exactly those are opened again that were open, or about to be`(
    isTold: Bool
  ) throws {
    for stage in Stage.allCases {
      let answers = Answers()
      var (client, key) = try client(stage, answers)
      _ = client.takeSent()
      if isTold {
        try client.hear(#"{"method":"mediaServices.wereLost","params":{}}"#)
      }
      client.disconnected(.timedOut, at: 0)
      client.connected(at: 0)
      _ = client.takeSent()
      try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
      // The first session is open in any case.
      let isOpened = [.waiting, .opening, .open].contains(stage)
      #expect(client.takeSent().count == (isOpened ? 2 : 1), "\(stage)")
      let expected: SessionRecord.Phase =
        isOpened ? .opening : stage == .untouched ? .unopened : .closed
      #expect(client.sessions[key]?.phase == expected, "\(stage)")
    }
  }

  @Test func `a session that is closed ends all that waits for it, at once`() throws {
    let answers = Answers()
    var client = ClientState()
    let added = client.add(Opening())
    let key = try #require(added)
    for operation in [AudioSession.Operation.open, .activate(), .route] {
      let number = client.nextCallNumber()
      client.begin(.testing(operation, key, finish: answers.add), number, at: 0)
    }
    let number = client.nextCallNumber()
    client.begin(.testing(.close, key, finish: answers.add), number, at: 0)
    client.performCallbacks()
    #expect(answers.all == Array(repeating: .failure(.closed), count: 3) + [.success(nil)])
    #expect(client.calls.isEmpty)
    client.begin(
      .testing(.activate(), key, finish: answers.add),
      client.nextCallNumber(),
      at: 0
    )
    client.performCallbacks()
    #expect(answers.all.last == .failure(.closed))
  }

  @Test func `a session that is refused to open ends all that waits for it, and may try again`()
    throws
  {
    let answers = Answers()
    var (client, key) = try client(.opening, answers)
    let number = client.nextCallNumber()
    client.begin(.testing(.refresh, key, finish: answers.add), number, at: 0)
    try client.hear(
      #"{"id":3,"error":{"code":561145203,"message":"No.","data":{"name":"x"}}}"#
    )
    client.performCallbacks()
    let refusal = AudioSession.Refusal(code: 561_145_203, name: "x", message: "No.")
    #expect(answers.all == [.failure(.refused(refusal)), .failure(.refused(refusal))])
    #expect(client.calls.isEmpty && client.sessions[key]?.phase == .unopened)
    _ = client.takeSent()
    client.begin(.testing(.activate(), key), client.nextCallNumber(), at: 0)
    #expect(client.takeSent() == ["session.open {}"])
  }

  /// What comes for a session that was closed meanwhile: it stays closed, and so with the daemon.
  @Test func `a session that was closed while it opened stays closed, whatever the answer`() throws
  {
    let rows: [(answer: String, sent: [String])] = [
      (#""result":{"session":8,"category":"playback"}"#, [#"session.close {"session":8}"#]),
      (#""error":{"code":561145203,"message":"No."}"#, []),
    ]
    for row in rows {
      let answers = Answers()
      var (client, key) = try client(.opening, answers)
      let call = Call.testing(.close, key, finish: answers.add)
      client.begin(call, client.nextCallNumber(), at: 0)
      client.performCallbacks()
      #expect(answers.all == [.failure(.closed), .success(nil)])
      _ = client.takeSent()
      try client.hear(#"{"id":3,\#(row.answer)}"#)
      #expect(client.sessions[key]?.phase == .closed)
      #expect(client.sessions[key]?.status == SessionStatus())
      #expect(client.takeSent() == row.sent)
      try client.hear(#"{"method":"session.didBecomeActive","params":{"session":8}}"#)
      #expect(client.sessions[key]?.status.state == .inactive)
    }
  }

  @Test func `every listener is told, each from when it came until the end`() async throws {
    let (early, late) = (Listening(), Listening())
    var (client, key) = try ClientState.opened(early)
    try client.hear(#"{"method":"session.didBecomeActive","params":{"session":7}}"#)
    _ = client.add(late.continuation, to: key)
    try client.hear(
      #"{"method":"session.closed","params":{"session":7,"reason":"leaseExpired"}}"#
    )
    #expect(client.add(Listening().continuation, to: key) == nil)
    let told = await early.events(of: &client)
    #expect(told == [.didBecomeActive, .closed(.leaseExpired)])
    #expect(await late.events(of: &client) == [.closed(.leaseExpired)])
  }

  @Test func `R49: a session is opened again by its name, configured as before`() throws {
    var client = ClientState()
    let added = client.add(Opening(name: "player"))
    let key = try #require(added)
    client.begin(.testing(.activate(), key), client.nextCallNumber(), at: 0)
    client.connected(at: 0)
    try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    try client.hear(
      #"{"id":2,"result":{"session":7,"category":"ambient","state":"active","playing":true}}"#
    )
    client.disconnected(.timedOut, at: 0)
    client.connected(at: 0)
    _ = client.takeSent()
    try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
    let sent = client.takeSent()
    let options = #""options":["allowAirPlay","allowBluetoothA2DP"]"#
    let preferences =
      #""preferences":{"prefersNoInterruptionsFromSystemAlerts":false,"#
      + #""prefersInterruptionOnRouteDisconnect":true,"#
      + #""allowHapticsAndSystemSoundsDuringRecording":false,"isNowPlayingCandidate":false}"#
    let configured =
      #"session.open {"name":"player","category":"ambient","mode":"default","#
      + #""routeSharingPolicy":"default","priority":"normal","alertStyle":"fullScreen","#
      + #"\#(options),\#(preferences)}"#
    #expect(sent == [configured])
    #expect(client.sessions[key]?.status.state == .inactive)
    #expect(client.sessions[key]?.status.isPlaying == false)
  }

  @Test func `the last session's end is the client's, others are closed with the daemon`()
    throws
  {
    var (client, first) = try ClientState.opened()
    let added = client.add(Opening())
    let second = try #require(added)
    client.remove(first)
    #expect(client.takeSent() == [#"session.close {"session":7}"#])
    #expect(!client.isOver)
    client.remove(first)
    #expect(client.takeSent() == [] && !client.isOver)
    client.remove(second)
    #expect(client.takeSent() == [] && client.isOver)
    #expect(client.add(Opening()) == nil)
  }

  @Test func `a call ends at its limit, not before, and another one goes on`() throws {
    let answers = Answers()
    var (client, key) = try ClientState.opened()
    for limit in [50, 20] as [Int64] {
      let call = Call.testing(.activate(), key, limit: limit, finish: answers.add)
      client.begin(call, client.nextCallNumber(), at: 0)
    }
    #expect(client.deadline == 20)
    var isToClose = client.timePassed(19)
    #expect(!isToClose)
    client.performCallbacks()
    #expect(answers.all == [])
    isToClose = client.timePassed(20)
    #expect(!isToClose)
    client.performCallbacks()
    #expect(answers.all == [.failure(.timedOut)])
    #expect(client.deadline == 50)
    isToClose = client.timePassed(1000)
    client.performCallbacks()
    #expect(answers.all == [.failure(.timedOut), .failure(.timedOut)])
    #expect(!isToClose)
    // The answers are still owed.
    #expect(client.deadline == ClientState.patience.nanoseconds)
  }

  @Test func `the client's deadline: the earlier of the next attempt and the call's limit`() throws
  {
    let attempt = Int64(20_000_000)
    for (limit, deadline) in [(attempt * 9, attempt), (attempt / 2, attempt / 2)] {
      var client = ClientState()
      let added = client.add(Opening())
      let key = try #require(added)
      #expect(client.deadline == nil)
      let call = Call.testing(.activate(), key, limit: limit)
      client.begin(call, client.nextCallNumber(), at: 5)
      #expect(client.deadline == 5 && client.wantsConnection(at: 5))
      client.queueWasFull(at: 0)
      #expect(client.deadline == deadline)
      #expect(!client.wantsConnection(at: attempt - 1))
      #expect(client.wantsConnection(at: attempt))
    }
  }

  @Test func `a first attempt that fails ends the calls, and the next call tries again`() throws {
    let answers = Answers()
    let error = AudioSessionError.unavailable(paths: ["/x"], reason: "no")
    var client = ClientState()
    let added = client.add(Opening())
    let key = try #require(added)
    for round in 1...2 {
      let call = Call.testing(.activate(), key, finish: answers.add)
      client.begin(call, client.nextCallNumber(), at: 0)
      #expect(client.wantsConnection(at: 0))
      if round == 1 {
        client.connectingFailed(error, at: 0)
      } else {
        // There is somebody, who goes before he has answered hello.
        client.connected(at: 0)
        client.disconnected(error, at: 0)
      }
      client.performCallbacks()
      #expect(answers.all == Array(repeating: .failure(error), count: round))
      #expect(client.absence == .awaited)
      #expect(client.deadline == Int64(round) * 20_000_000)
      #expect(client.sessions[key]?.waiting == [])
    }
  }
}
