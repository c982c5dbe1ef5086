package import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules

/// P4: when all have left, every gain is 1 and nothing is held.
package struct Farewell {
  /// The connections that have reported about the system.
  package var reporters: [ConnectionID]
  /// When everybody has left for long.
  package var end: Instant
  /// The time for which the core has asked to be woken.
  package var wake: Instant?

  package init(of reporters: [ConnectionID], by end: Instant, wake: Instant?) {
    self.reporters = reporters
    self.end = end
    self.wake = wake
  }

  /// Has everybody leave.
  ///
  /// - Parameter arbiter: The core.
  /// - Returns: What was left behind; nil: nothing.
  package func fault(of arbiter: Arbiter) -> String? {
    var (arbiter, wake, decision) = (arbiter, wake, Decision())
    for event in events(arbiter.naiveViews) {
      arbiter.apply(event, at: end, into: &decision)
      if let latest = decision.latestWake { wake = latest }
    }
    let users = [UserID(1000), UserID(1001)]
    let isHeld =
      !arbiter.enforced.isEmpty || wake != nil || users.contains { arbiter.holds($0) }
    let isQuiet = arbiter.counts == Counts() && arbiter.sessionIDs.isEmpty && !isHeld
    return isQuiet ? nil : "left behind: \(arbiter.counts), \(plain(arbiter.enforced))"
  }

  /// All connections end, and then the leases run out.
  private func events(_ views: [NaiveView]) -> [Event] {
    let processes = Set(views.map(\.owner.process))
    let clients = processes.map { process in
      let own = views.filter { $0.owner.process == process }
      return Event.connectionEnded(
        ConnectionID(1_000 + process.number),
        sessions: own.filter { $0.lease == nil }.map(\.id),
        orphaned: own.filter { $0.lease != nil }.map(\.id)
      )
    }
    return clients + reporters.map { Event.connectionEnded($0, sessions: []) }
      + Array(repeating: Event.timePassed, count: 2 * views.count + 1)
  }
}

extension Event {
  /// The connection that it is a report of.
  package var reporter: ConnectionID? {
    switch self {
    case .setMicrophoneMuted(_, let reporter), .setSleeping(_, let reporter),
      .setSilenced(_, let reporter), .setSuspended(_, _, let reporter),
      .setRoute(_, _, let reporter):
      reporter.connection
    default: nil
    }
  }
}

extension Arbiter {
  /// Whether a report about the system still holds for the user's sessions.
  fileprivate func holds(_ user: UserID) -> Bool {
    isMicrophoneMuted(for: user) || isSleeping(for: user) || isSilenced(for: user)
      || silencesSystemSounds(in: Scope(ApplicationID(0)), of: user)
  }
}
