import AudioSessionClient
import AudioSessionWire
import Testing

@testable import AudioSession

/// Sessions that end, or are lost, while something is under way; and when there is something to do.
struct ConversationEndTests {
  /// How far a session has come when the connection is lost.
  private enum Stage: CaseIterable {
    case untouched, waiting, opening, open, closed, evicted
  }

  /// Two sessions on a connection that is ready; the second one is as far as `stage` says.
  private func conversation(
    _ stage: Stage,
    _ answers: Answers
  ) throws -> (Conversation, SessionKey) {
    var (conversation, _) = try Conversation.opened()
    let added = conversation.add(Opening())
    let key = try #require(added)
    if stage == .untouched { return (conversation, key) }
    conversation.begin(.testing(.activate(), key, finish: answers.add), .init(number: 90), at: 0)
    if stage == .waiting || stage == .opening { return (conversation, key) }
    try conversation.hear(#"{"id":3,"result":{"session":8}}"#, #"{"id":4,"result":{"session":8}}"#)
    if stage == .closed {
      conversation.begin(.testing(.close, key), .init(number: 91), at: 0)
    } else if stage == .evicted {
      try conversation.hear(
        #"{"method":"session.closed","params":{"session":8,"reason":"evicted"}}"#
      )
    }
    conversation.performCallbacks()
    return (conversation, key)
  }

  @Test(arguments: [false, true])
  func `R49: after a loss exactly those are opened again that were open, or about to be`(
    isTold: Bool
  ) throws {
    for stage in Stage.allCases {
      let answers = Answers()
      var (conversation, key) = try conversation(stage, answers)
      _ = conversation.takeSent()
      if isTold {
        try conversation.hear(#"{"method":"mediaServices.wereLost","params":{}}"#)
      }
      conversation.disconnected(.timedOut, at: 0)
      conversation.connected(at: 0)
      _ = conversation.takeSent()
      try conversation.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
      // The first session is open in any case.
      let isOpened = [.waiting, .opening, .open].contains(stage)
      #expect(conversation.takeSent().count == (isOpened ? 2 : 1), "\(stage)")
      let expected: SessionRecord.Phase =
        isOpened ? .opening : stage == .untouched ? .unopened : .closed
      #expect(conversation.sessions[key]?.phase == expected, "\(stage)")
    }
  }

  @Test func `a session that is closed ends all that waits for it, at once`() throws {
    let answers = Answers()
    var conversation = Conversation()
    let added = conversation.add(Opening())
    let key = try #require(added)
    for operation in [AudioSession.Operation.open, .activate(), .route] {
      let number = conversation.nextCallNumber()
      conversation.begin(.testing(operation, key, finish: answers.add), number, at: 0)
    }
    let number = conversation.nextCallNumber()
    conversation.begin(.testing(.close, key, finish: answers.add), number, at: 0)
    conversation.performCallbacks()
    #expect(answers.all == Array(repeating: .failure(.closed), count: 3) + [.success(nil)])
    #expect(conversation.calls.isEmpty)
    conversation.begin(
      .testing(.activate(), key, finish: answers.add),
      conversation.nextCallNumber(),
      at: 0
    )
    conversation.performCallbacks()
    #expect(answers.all.last == .failure(.closed))
  }

  @Test func `a session that is refused to open ends all that waits for it, and may try again`()
    throws
  {
    let answers = Answers()
    var (conversation, key) = try conversation(.opening, answers)
    let number = conversation.nextCallNumber()
    conversation.begin(.testing(.refresh, key, finish: answers.add), number, at: 0)
    try conversation.hear(
      #"{"id":3,"error":{"code":561145203,"message":"No.","data":{"name":"x"}}}"#
    )
    conversation.performCallbacks()
    let refusal = AudioSession.Refusal(code: 561_145_203, name: "x", message: "No.")
    #expect(answers.all == [.failure(.refused(refusal)), .failure(.refused(refusal))])
    #expect(conversation.calls.isEmpty && conversation.sessions[key]?.phase == .unopened)
    _ = conversation.takeSent()
    conversation.begin(.testing(.activate(), key), conversation.nextCallNumber(), at: 0)
    #expect(conversation.takeSent() == ["session.open {}"])
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
      var (conversation, key) = try conversation(.opening, answers)
      let call = Call.testing(.close, key, finish: answers.add)
      conversation.begin(call, conversation.nextCallNumber(), at: 0)
      conversation.performCallbacks()
      #expect(answers.all == [.failure(.closed), .success(nil)])
      _ = conversation.takeSent()
      try conversation.hear(#"{"id":3,\#(row.answer)}"#)
      #expect(conversation.sessions[key]?.phase == .closed)
      #expect(conversation.sessions[key]?.status == SessionStatus())
      #expect(conversation.takeSent() == row.sent)
      try conversation.hear(#"{"method":"session.didBecomeActive","params":{"session":8}}"#)
      #expect(conversation.sessions[key]?.status.state == .inactive)
    }
  }

  @Test func `every listener is told, each from when it came until the end`() async throws {
    let (early, late) = (Listening(), Listening())
    var (conversation, key) = try Conversation.opened(early)
    try conversation.hear(#"{"method":"session.didBecomeActive","params":{"session":7}}"#)
    _ = conversation.add(late.continuation, to: key)
    try conversation.hear(
      #"{"method":"session.closed","params":{"session":7,"reason":"leaseExpired"}}"#
    )
    #expect(conversation.add(Listening().continuation, to: key) == nil)
    let told = await early.events(of: &conversation)
    #expect(told == [.didBecomeActive, .closed(.leaseExpired)])
    #expect(await late.events(of: &conversation) == [.closed(.leaseExpired)])
  }

  @Test func `R49: a session is opened again by its name, configured as before`() throws {
    var conversation = Conversation()
    let added = conversation.add(Opening(name: "player"))
    let key = try #require(added)
    conversation.begin(.testing(.activate(), key), conversation.nextCallNumber(), at: 0)
    conversation.connected(at: 0)
    try conversation.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    try conversation.hear(
      #"{"id":2,"result":{"session":7,"category":"ambient","state":"active","playing":true}}"#
    )
    conversation.disconnected(.timedOut, at: 0)
    conversation.connected(at: 0)
    _ = conversation.takeSent()
    try conversation.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.b.text)"}}"#)
    let sent = conversation.takeSent()
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
    #expect(conversation.sessions[key]?.status.state == .inactive)
    #expect(conversation.sessions[key]?.status.isPlaying == false)
  }

  @Test func `the last session's end is the conversation's, others are closed with the daemon`()
    throws
  {
    var (conversation, first) = try Conversation.opened()
    let added = conversation.add(Opening())
    let second = try #require(added)
    conversation.remove(first)
    #expect(conversation.takeSent() == [#"session.close {"session":7}"#])
    #expect(!conversation.isOver)
    conversation.remove(first)
    #expect(conversation.takeSent() == [] && !conversation.isOver)
    conversation.remove(second)
    #expect(conversation.takeSent() == [] && conversation.isOver)
    #expect(conversation.add(Opening()) == nil)
  }

  @Test func `a call ends at its limit, not before, and another one goes on`() throws {
    let answers = Answers()
    var (conversation, key) = try Conversation.opened()
    for limit in [50, 20] as [Int64] {
      let call = Call.testing(.activate(), key, limit: limit, finish: answers.add)
      conversation.begin(call, conversation.nextCallNumber(), at: 0)
    }
    #expect(conversation.deadline == 20)
    var isToClose = conversation.timePassed(19)
    #expect(!isToClose)
    conversation.performCallbacks()
    #expect(answers.all == [])
    isToClose = conversation.timePassed(20)
    #expect(!isToClose)
    conversation.performCallbacks()
    #expect(answers.all == [.failure(.timedOut)])
    #expect(conversation.deadline == 50)
    isToClose = conversation.timePassed(1000)
    conversation.performCallbacks()
    #expect(answers.all == [.failure(.timedOut), .failure(.timedOut)])
    #expect(!isToClose)
    // The answers are still owed.
    #expect(conversation.deadline == Conversation.patience.nanoseconds)
  }

  @Test func `what is to be done next is the earlier of the attempt and the limit`() throws {
    let attempt = Int64(20_000_000)
    for (limit, deadline) in [(attempt * 9, attempt), (attempt / 2, attempt / 2)] {
      var conversation = Conversation()
      let added = conversation.add(Opening())
      let key = try #require(added)
      #expect(conversation.deadline == nil)
      let call = Call.testing(.activate(), key, limit: limit)
      conversation.begin(call, conversation.nextCallNumber(), at: 5)
      #expect(conversation.deadline == 5 && conversation.wantsConnection(at: 5))
      conversation.queueWasFull(at: 0)
      #expect(conversation.deadline == deadline)
      #expect(!conversation.wantsConnection(at: attempt - 1))
      #expect(conversation.wantsConnection(at: attempt))
    }
  }

  @Test func `a first attempt that fails ends the calls, and the next call tries again`() throws {
    let answers = Answers()
    let error = AudioSessionError.unavailable(paths: ["/x"], reason: "no")
    var conversation = Conversation()
    let added = conversation.add(Opening())
    let key = try #require(added)
    for round in 1...2 {
      let call = Call.testing(.activate(), key, finish: answers.add)
      conversation.begin(call, conversation.nextCallNumber(), at: 0)
      #expect(conversation.wantsConnection(at: 0))
      if round == 1 {
        conversation.connectingFailed(error, at: 0)
      } else {
        // There is somebody, who goes before he has answered hello.
        conversation.connected(at: 0)
        conversation.disconnected(error, at: 0)
      }
      conversation.performCallbacks()
      #expect(answers.all == Array(repeating: .failure(error), count: round))
      #expect(conversation.absence == .awaited)
      #expect(conversation.deadline == Int64(round) * 20_000_000)
      #expect(conversation.sessions[key]?.waiting == [])
    }
  }
}
