import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation

import Testing

@testable import AudioSession

/// A daemon that isn't there yet, or says nothing, moment by moment.
struct AbsenceTests {
  private let answers = Answers()
  private static let patience = ClientState.patience.nanoseconds

  private func begin(
    _ operation: AudioSession.Operation,
    _ number: UInt64,
    of key: SessionKey,
    limit: Int64 = .max,
    at now: Int64 = 0,
    in client: inout ClientState
  ) {
    let call = Call.testing(operation, key, limit: limit, finish: answers.add)
    client.begin(call, .init(number: number), at: now)
  }

  private func timePasses(_ now: Int64, in client: inout ClientState) -> Bool {
    client.timePassed(now)
  }

  @Test func `errors of reaching the daemon: unavailable, denied, incompatible and refused differ`()
  {
    let paths = ["/user", "/system"]
    func reach(_ code: CInt, tried: [String]) -> AudioSessionError {
      AudioSessionError(ClientError.unavailable(tried: tried, Errno(.connect, code)), at: paths)
    }
    for code in [ENOENT, ECONNREFUSED, ENOTDIR] {
      guard case .unavailable(paths, _) = reach(code, tried: paths) else {
        Issue.record("\(code)")
        continue
      }
    }
    for code in [EACCES, EPERM] {
      guard case .accessDenied("/system", _) = reach(code, tried: ["/system"]) else {
        Issue.record("\(code)")
        continue
      }
    }
    let version = ErrorReply(code: -32_004, message: "No.")
    #expect(AudioSessionError(ClientError.refused(version), at: []) == .incompatible(reason: "No."))
    let full = ErrorReply(code: -32_003, message: "Full.", data: .init(name: "limitExceeded"))
    guard case .refused = AudioSessionError(ClientError.refused(full), at: []) else {
      Issue.record("a full daemon may pass")
      return
    }
    #expect(
      AudioSessionError(ClientError.protocolViolation("noise"), at: [])
        == .incompatible(reason: "noise")
    )
  }

  @Test func `every error has a sentence of its own, which Foundation shows too`() {
    let blocker = Blocker(session: 3, name: nil, priority: .alarm)
    let all: [AudioSessionError] = [
      .refused(Refusal(code: 1, name: "x", message: "No.")),
      .unavailable(paths: ["/a"], reason: "gone"), .accessDenied(path: "/a", reason: "not you"),
      .incompatible(reason: "noise"), .mediaServicesFailed, .timedOut, .cancelled,
      .waitedInVain(for: nil), .waitedInVain(for: blocker), .shouldNotResume, .closed,
    ]
    #expect(Set(all.map(\.description)).count == all.count)
    for error in all {
      #expect((error as any Error).localizedDescription == error.description)
      #expect(error.description.hasSuffix("."))
    }
  }

  @Test func `a daemon that owes an answer for too long is given up, to the nanosecond`() throws {
    var (client, key) = try ClientState.opened()
    begin(.refresh, 90, of: key, at: 100, in: &client)
    #expect(client.deadline == 100 + Self.patience)
    // Anything that it says shows that it lives.
    try client.hear(#"{"method":"session.didBecomeActive","params":{"session":7}}"#)
    #expect(!timePasses(Self.patience - 1, in: &client))
    #expect(timePasses(Self.patience, in: &client))
    client.performCallbacks()
    #expect(client.isLost && answers.all == [.failure(.mediaServicesFailed)])
    #expect(client.sessions[key]?.phase == .unopened)
  }

  @Test func `R3: an activation that waits isn't made of a configuration that is refused`() throws {
    var client = ClientState()
    let added = client.add(Opening())
    let key = try #require(added)
    begin(.configure(Configuration(priority: .alarm)), 90, of: key, in: &client)
    let error = AudioSessionError.unavailable(paths: [], reason: "no")
    client.connectingFailed(error, at: 0)
    begin(.activate(), 91, of: key, in: &client)
    begin(.refresh, 92, of: key, in: &client)
    client.connected(at: 0)
    try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    _ = client.takeSent()
    let missing = #"{"name":"missingEntitlement"}"#
    try client.hear(
      #"{"id":2,"error":{"code":1701737535,"message":"No.","data":\#(missing)}}"#
    )
    try client.hear(#"{"id":3,"result":{"session":7}}"#)
    #expect(client.takeSent() == ["session.open {}", #"session.get {"session":7}"#])
    client.performCallbacks()
    let refusal = AudioSession.Refusal(
      code: 1_701_737_535,
      name: "missingEntitlement",
      message: "No."
    )
    #expect(answers.all == [.failure(error), .failure(.refused(refusal))])
  }

  @Test func `nobody looks for a daemon that only a closed session asked for`() throws {
    let error = AudioSessionError.unavailable(paths: [], reason: "no")
    for isClosed in [false, true] {
      var client = ClientState()
      let added = (client.add(Opening()), client.add(Opening()))
      let key = try #require(added.0)
      begin(.activate(), 90, of: key, in: &client)
      client.connectingFailed(error, at: 0)
      #expect(client.deadline != nil)
      if isClosed { begin(.close, 91, of: key, in: &client) }
      client.connectingFailed(error, at: 0)
      #expect((client.deadline == nil) == isClosed)
    }
  }

  @Test func `one that owes nothing is never given up`() throws {
    var (client, key) = try ClientState.opened()
    #expect(client.deadline == nil)
    #expect(!timePasses(.max - 1, in: &client))
    #expect(client.sessions[key]?.phase == .open(7))
  }

  @Test func `one that never answers hello is lost, and its connection is kept`() throws {
    var client = ClientState()
    let added = client.add(Opening())
    let key = try #require(added)
    begin(.configure(Configuration(category: .ambient)), 90, of: key, in: &client)
    client.connected(at: 0)
    #expect(!timePasses(Self.patience, in: &client))
    #expect(client.isLost && client.link == .greeting && client.deadline == nil)
    try client.hear(#"{"id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#)
    #expect(!client.isLost)
    #expect(client.takeSent().last?.contains(#""category":"ambient""#) == true)
  }

  @Test func `an activation that was given up is undone, unless another came after it`() throws {
    let undone = #"session.deactivate {"session":7,"options":["notifyOthersOnDeactivation"]}"#
    let granted = #""result":{"session":7,"state":"active"}"#
    let rows: [(before: String, later: AudioSession.Operation?, answer: String, isUndone: Bool)] = [
      ("inactive", nil, granted, true), ("interrupted", nil, granted, true),
      // It was active before; so it stays.
      ("active", nil, granted, false),
      ("inactive", .activate(), granted, false),
      ("inactive", .deactivate(notifyingOthers: false), granted, false),
      ("inactive", .refresh, granted, true),
      ("inactive", nil, #""error":{"code":561017449,"message":"No.","data":{}}"#, false),
    ]
    for row in rows {
      for isCancelled in [false, true] {
        var (client, key) = try ClientState.opened()
        client.sessions[key]?.status.state = try #require(SessionState(rawValue: row.before))
        begin(.activate(), 90, of: key, limit: 5, in: &client)
        if isCancelled { client.cancel(.init(number: 90)) }
        #expect(!timePasses(5, in: &client))
        if let later = row.later { begin(later, 91, of: key, in: &client) }
        _ = client.takeSent()
        try client.hear(#"{"id":3,\#(row.answer)}"#)
        #expect(client.takeSent().contains(undone) == row.isUndone, "\(row)")
      }
    }
  }

  @Test func `a configuration whose answer nobody waited for is as the daemon says`() throws {
    var (client, key) = try ClientState.opened()
    begin(.configure(Configuration(category: .playback)), 90, of: key, limit: 5, in: &client)
    #expect(!timePasses(5, in: &client))
    // The wish, for a daemon that is lost next.
    #expect(client.sessions[key]?.status.category == .playback)
    _ = client.takeSent()
    try client.hear(#"{"id":3,"error":{"code":561017449,"message":"No.","data":{}}}"#)
    #expect(client.takeSent() == [#"session.get {"session":7}"#])
    try client.hear(#"{"id":4,"result":{"session":7,"category":"soloAmbient"}}"#)
    #expect(client.sessions[key]?.status.category == .soloAmbient)
  }

  @Test func `the first listener hears all since the start, and later ones what comes`()
    async throws
  {
    var (client, key) = try ClientState.opened()
    try client.hear(#"{"method":"session.didBecomeActive","params":{"session":7}}"#)
    let (first, second) = (Listening(), Listening())
    for listening in [first, second] {
      _ = client.add(listening.continuation, to: key)
    }
    try client.hear(
      #"{"method":"session.interruption","params":{"session":7,"type":"ended","options":[]}}"#
    )
    client.remove(key)
    let all: [SessionEvent] = [.didBecomeActive, .interruptionEnded(shouldResume: false)]
    #expect(await first.events(of: &client) == all)
    #expect(await second.events(of: &client) == Array(all.dropFirst()))
  }

  @Test func `a status says up to which decision it is right, and begins anew after a loss`() throws
  {
    var (client, key) = try ClientState.opened()
    func seq() -> UInt64? { client.sessions[key]?.status.seq }
    try client.hear(
      #"{"method":"session.didBecomeActive","params":{\#(Epoch.a.stamp(41)),"session":7}}"#
    )
    #expect(seq() == 41)
    begin(.refresh, 90, of: key, in: &client)
    try client.hear(#"{"id":3,"result":{"session":7,"seq":43}}"#)
    #expect(seq() == 43)
    client.disconnected(.timedOut, at: 0)
    #expect(seq() == 0)
  }
}
