import AudioSessionArbitration
import AudioSessionTypes

/// A summary of a decision's effects, computed in one pass.
struct DecisionSummary {
  struct Refused {
    var error: ArbitrationError
    var by: SessionID?
    var reason: Reason
  }

  private(set) var granted: SessionID?
  private(set) var refused: Refused?
  private(set) var changesEnforcement = false
  /// Whether any session must be silenced or lowered further than before (R14).
  private(set) var holdsOrLowers = false
  /// The sessions that look different to observers, including those that closed.
  private(set) var changed: [SessionID] = []
  /// The arbiter's next wake time, if it differs from the previous one.
  private(set) var wakeTime: Instant??

  init() {}

  init(_ effects: [(effect: Effect, reason: Reason)]) { summarize(effects) }

  /// Summarizes another decision; the memory of the last one's changes is used again.
  mutating func summarize(_ effects: [(effect: Effect, reason: Reason)]) {
    granted = nil
    refused = nil
    changesEnforcement = false
    holdsOrLowers = false
    changed.forgetAll()
    wakeTime = nil
    for (effect, reason) in effects {
      switch effect {
      case .granted(let id): granted = id
      case .refused(_, let error, let by): refused = Refused(error: error, by: by, reason: reason)
      case .enforcementChanged: changesEnforcement = true
      case .began: holdsOrLowers = true
      case .ducking(_, let gain, let from, _): if gain < from ?? 1 { holdsOrLowers = true }
      case .changed(let id): changed.append(id)
      case .wake(let time): wakeTime = .some(time)
      default: break  // Only notified; `Sessions.tell` has each.
      }
    }
  }
}
