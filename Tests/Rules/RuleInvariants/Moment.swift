package import AudioSessionArbitration
import AudioSessionTypes
import Foundation

/// An event and when it happens.
package struct Moment {
  package var event: Event
  package var now: Instant

  package init(event: Event, now: Instant) {
    self.event = event
    self.now = now
  }
}

extension Moment: CustomStringConvertible {
  package var description: String {
    let seconds = Double(now.nanoseconds) / 1e9
    if case .reload(let policy) = event { return "\(seconds) s  reload \(differences(policy))" }
    return "\(seconds) s  \(plain(event))"
  }
}

/// A value as Swift prints it, without what every line of it would repeat.
package func plain(_ value: some Any) -> String {
  let noise = [
    (#"\b(AudioSessionArbitration|AudioSessionTypes|ReferenceRules)\."#, ""),
    (#"(SessionID|ProcessID|ApplicationID|ZoneID|UserID|ConnectionID)\(number: (\d+)\)"#, "$2"),
    (#"Optional\(([^()]*(\([^()]*\))?[^()]*)\)"#, "$1"),
    (#"preferences(Set|Cleared): Preferences\(rawValue: 0\)(, )?"#, ""),
    (#"(, )?(grants: Grants\(bits: 18446744073709551615\)|isWithinLimits: true)"#, ""),
    (#"(, )?(namesUnknownValue|notifyOthers): false\)"#, ")"),
    (#"\b(?!user)\w+: nil, "#, ""),
    (#", (?!user)\w+: nil\b"#, ""),
  ]
  let text = noise.reduce("\(value)") { text, rule in
    text.replacingOccurrences(of: rule.0, with: rule.1, options: .regularExpression)
  }
  return Kind.builtIn.reduce(text) { text, kind in
    text.replacingOccurrences(of: "Kind(rawValue: \(kind.rawValue))", with: kind.builtInName ?? "")
  }
}

extension Arbiter {
  /// The event as far as it can still happen: a sequence that was shortened may name sessions that
  /// were never opened, and roles that aren't in force.
  package func admitted(_ event: Event) -> Event? {
    switch event {
    case .open(let opening):
      return !isOpen(opening.id) && admits(opening.change) ? event : nil
    case .reopen(let reopening):
      let isLease = isOpen(reopening.id) && view(of: reopening.id)?.lease != nil
      return isLease && admits(reopening.change) ? event : nil
    case .renew(let id, _): return isOpen(id) && view(of: id)?.lease != nil ? event : nil
    case .configure(let id, let change, _): return isOpen(id) && admits(change) ? event : nil
    case .activate(let id, _, _, _), .deactivate(let id, _), .report(let id, _), .close(let id),
      .evict(let id), .setMutedByUser(let id, _, _, _):
      return isOpen(id) ? event : nil
    case .connectionEnded(let connection, let sessions, let orphaned):
      return .connectionEnded(
        connection,
        sessions: sessions.filter(isOpen),
        orphaned: orphaned.filter(isOpen)
      )
    case .processEnded(let sessions, let orphaned):
      return .processEnded(
        sessions: sessions.filter(isOpen),
        orphaned: orphaned.filter(isOpen)
      )
    case .started, .setMicrophoneMuted, .setSleeping, .setSilenced, .setSuspended, .setRoute,
      .reload, .timePassed:
      return event
    }
  }

  private func admits(_ change: ConfigurationChange) -> Bool {
    guard case .named(let role) = change.role, role != .accessibility else { return true }
    return policy.roles.contains { kind(ofRole: $0.name) == role }
  }
}

extension Effect {
  /// The session that it is about.
  package var session: SessionID? {
    switch self {
    case .granted(let id), .closed(let id, _), .didBecomeActive(let id),
      .didBecomeInactive(let id, _, _), .began(let id, _, _), .ducking(let id, _, _, _),
      .ended(let id, _), .recommendation(let id, _), .hint(let id, _), .routeChanged(let id, _),
      .hardwareChanged(let id), .mutesChanged(let id, _, _), .changed(let id):
      id
    case .refused(let id, _, _): id
    case .enforcementChanged, .wake: nil
    }
  }
}

extension Decision {
  /// The reason of the reply, if it is a refusal.
  package var refusal: Reason? {
    for case (.refused, let reason) in effects { return reason }
    return nil
  }
}
