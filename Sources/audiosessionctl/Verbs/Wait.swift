import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import ControlCore

extension Verb {
  static let wait = Verb(
    name: "wait",
    argument: .optionalPair("NAME", "STATE"),
    options: [
      Option(name: "idle", meaning: "Wait until no session is active."),
      Option(
        name: "timeout",
        value: .seconds,
        meaning: "Stop waiting after this time, with status 3."
      ), SessionFilter.user, SessionFilter.zone, SessionFilter.priority,
    ],
    summary: "Wait until a session is in a state, or until no session is active.",
    details: """
      NAME is the number or name of a session, which may come later. STATE is open, active, playing,
      recording, ducked, interrupted, inactive, idle (not active, or not open), or gone (not open).
      If several sessions have the name, one of them is enough, for idle and gone all of them. With
      --zone and the like, only such sessions count. Prints nothing; with --json, the sessions of
      that name. Without --timeout it waits for ever; if the daemon ends, for the next one.
      """,
    action: .program { invocation, output throws(Failure) in
      let condition = try WaitCondition(invocation)
      let sessions = try condition.wait(invocation)
      if invocation.has("json") { output.print(["sessions": .array(sessions)] as JSONValue) }
      return 0
    }
  )
}

extension WaitCondition {
  /// The condition that a command line asks for.
  fileprivate init(_ invocation: Invocation) throws(Failure) {
    let filter = try SessionFilter(invocation)
    let words = invocation.arguments
    guard words.isEmpty != invocation.has("idle") else {
      self.init(name: words.first, state: try WaitCondition.state(words), filter: filter)
      return
    }
    throw .usage("wait: expected either NAME and STATE, or --idle; \(Verb.wait.shortUsage)")
  }

  private static func state(_ words: [String]) throws(Failure) -> State {
    guard words.count == 2 else { return .idle }
    if let state = State(rawValue: words[1]) { return state }
    let names = State.allCases.map { $0.rawValue }
    let guess = names.nearest(to: words[1]).map { "; did you mean \($0)?" } ?? ""
    let expected = names.joined(separator: ", ")
    throw .usage("wait: expected one of \(expected), found \(words[1].printable)\(guess)")
  }

  /// Waits until the condition holds; returns the sessions that it is about as they are then.
  fileprivate func wait(_ invocation: Invocation) throws(Failure) -> [JSONValue] {
    let time = invocation.duration("timeout")
    let end = time.map { SystemClock.boottime + $0.nanoseconds }
    var history = History()
    var told: [UInt64: JSONValue] = [:]
    // Nothing is printed, so that it doesn't matter who reads.
    var watch = try Watch(invocation, prints: false)
    while true {
      switch try watch.next(until: end) {
      case .connected(let start):
        history.replace(by: start.value.sessions.sessions)
        told = [:]
        for session in start.each { told[session.value.session] = session.json }
      case .told(let notification):
        history.take(notification)
        for session in notification.sessions { told[session.value.session] = session.json }
      case .timeIsOver:
        let after = invocation.value("timeout") ?? ""
        throw .waitedInVain("waited \(after.printable) in vain: \(present(history.all))")
      case .gone, .line, .inputEnded, .outputClosed, .readable: continue
      }
      if isMet(by: history.all) { return meant(of: history.all).compactMap { told[$0.session] } }
      if isHopeless(with: history.all), let name { throw .noSession(named: name) }
    }
  }
}
