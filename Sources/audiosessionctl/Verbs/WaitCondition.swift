import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// What `wait` waits for.
struct WaitCondition: Equatable {
  /// The state of a session, or that there is none.
  enum State: String, CaseIterable {
    /// It is open, in whatever state.
    case open
    case active
    case playing
    case recording
    /// It is active, and lowered or silenced.
    case ducked
    case interrupted
    case inactive
    /// It isn't active, or isn't open.
    case idle
    /// It isn't open.
    case gone
  }

  /// The session's number or name; nil for all sessions together.
  let name: String?
  let state: State
  /// The sessions that count.
  let filter: SessionFilter

  /// True if this holds; several sessions of one name count as one that is in all their states.
  func isMet(by sessions: [SessionObject]) -> Bool {
    let meant = meant(of: sessions)
    switch state {
    case .open: return !meant.isEmpty
    case .gone: return meant.isEmpty
    case .idle: return !meant.contains { $0.state == .active }
    case .active: return meant.contains { $0.state == .active }
    case .interrupted: return meant.contains { $0.state == .interrupted }
    case .inactive: return meant.contains { $0.state == .inactive }
    case .playing: return meant.contains(where: { $0.playing })
    case .recording: return meant.contains(where: { $0.recording })
    case .ducked: return meant.contains { $0.state == .active && $0.gain != 1 }
    }
  }

  /// True if this will never hold: a session that has a number won't come, or come again.
  func isHopeless(with sessions: [SessionObject]) -> Bool {
    guard let name, Int64(name) != nil, state != .gone, state != .idle else { return false }
    return !sessions.contains { $0.isCalled(name) }
  }

  /// The sessions that it is about.
  func meant(of sessions: [SessionObject]) -> [SessionObject] {
    sessions.filter { session in filter.matches(session) && name.map(session.isCalled) ?? true }
  }

  /// How things are instead: `mpd (session 7) is active, playing`.
  func present(_ sessions: [SessionObject]) -> String {
    let meant = meant(of: sessions)
    guard let name else {
      let active = meant.filter { $0.state == .active }.map { $0.sessionLabel }
      return "\(active.joined(separator: ", ")) \(active.count == 1 ? "is" : "are") active"
    }
    if meant.isEmpty {
      let whose = filter.isEmpty ? "no session" : "none of the chosen sessions"
      return "\(whose) is named \"\(name.printable)\""
    }
    return meant.map { "\($0.sessionLabel) is \($0.conditions.joined(separator: ", "))" }
      .joined(separator: "; ")
  }
}
