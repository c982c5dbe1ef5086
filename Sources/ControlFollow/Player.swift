import AudioSessionClient
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// A session for a player that knows nothing of sessions: commands pause and resume it, and it may
/// report what it does.
struct Player {
  enum Event {
    /// The session is open and inactive.
    case opened
    /// What is heard of the session has changed.
    case changed(HeardChange)
    /// The daemon recommends to resume, or not to.
    case recommended(Bool)
    case refused(ErrorReply)
    /// The player says that it plays, or that it doesn't.
    case reported(plays: Bool)
    case evicted
    /// There is no session any more, because there is no daemon.
    case lost
    /// The time of ``Action/remind`` is over.
    case reminded
  }

  enum Action: Equatable {
    case open
    case activate
    case deactivate
    /// Run the command for this event.
    case run(HeardChange.Event)
    /// Run it for an activation that was refused.
    case refuse(ErrorReply)
    /// Send ``Event/reminded`` after ``Player/grace``.
    case remind
    /// Nobody will want the session again.
    case end
  }

  /// How long an interruption by a former daemon is taken to last: those who caused it are back by
  /// then, and will refuse.
  static let grace = Duration.seconds(2)

  private let reports: Bool
  private var isOpen = false
  private var isActive = false
  /// Whether the player plays, as far as is known.
  private var plays: Bool
  /// Whether its user wants it to play.
  private var wishes: Bool

  /// - Parameter reports: Whether the player reports what it does; otherwise it is taken to play
  ///   whenever it may.
  init(reports: Bool) {
    self.reports = reports
    plays = !reports
    wishes = !reports
  }

  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .opened:
      isOpen = true
      isActive = false
      if plays { return [.activate] }
      // Who reports asks again; nobody else would.
      return wishes && !reports ? [.remind] : []
    case .changed(let change): return changed(change)
    case .recommended(let resumes):
      if resumes, wishes, !plays, isOpen, !isActive { return [.activate] }
      return []
    case .refused(let error):
      guard plays else { return [] }
      plays = false
      return [.refuse(error)]
    case .reported(let plays): return reported(plays)
    case .evicted:
      isOpen = false
      isActive = false
      wishes = false
      defer { plays = false }
      return (plays ? [.run(.began)] : []) + (reports ? [] : [.end])
    case .lost:
      isOpen = false
      isActive = false
      return []
    case .reminded: return wishes && !plays && isOpen && !isActive ? [.activate] : []
    }
  }

  private mutating func reported(_ nowPlays: Bool) -> [Action] {
    // What it was made to do it reports as well; that is no news.
    if nowPlays == plays { return [] }
    plays = nowPlays
    wishes = nowPlays
    if !isOpen { return nowPlays ? [.open] : [] }
    return nowPlays ? [.activate] : [.deactivate]
  }

  private mutating func changed(_ change: HeardChange) -> [Action] {
    isActive = change.session.value.state == .active
    var actions: [Action] = []
    for event in change.events {
      switch event {
      case .began:
        if plays { actions.append(.run(.began)) }
        plays = false
      case .active, .resume:
        // Its user may have paused it after the activation, of which this is late news.
        if !wishes || plays { continue }
        actions.append(.run(.resume))
        plays = true
      case .ended, .duck: actions.append(.run(event))
      case .open, .inactive, .refused, .closed, .changed: break
      }
    }
    return actions
  }
}
