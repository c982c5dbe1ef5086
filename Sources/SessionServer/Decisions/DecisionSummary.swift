import Arbitration
import AudioSessionTypes

/// What a decision's effects amount to, found in one pass.
struct DecisionSummary {
  struct Refused {
    var error: ArbitrationError
    var by: SessionID?
    var reason: Reason
  }

  private(set) var granted: SessionID?
  private(set) var refused: Refused?
  private(set) var changesEnforcement = false
  /// Somebody is to be silent or softer than before (R14).
  private(set) var holdsOrLowers = false
  /// Sessions of which observers see something else; of a closed one, its end.
  private(set) var changed: [SessionID] = []
  /// When the arbiter wants to be asked again, if that is another time than before.
  private(set) var wakeTime: Instant??

  init(_ effects: [(effect: Effect, reason: Reason)]) {
    for (effect, reason) in effects {
      switch effect {
      case .granted(let id): granted = id
      case .refused(_, let error, let by): refused = Refused(error: error, by: by, reason: reason)
      case .enforcementChanged: changesEnforcement = true
      case .began: holdsOrLowers = true
      case .ducking(_, let gain, let from, _): if gain < from ?? 1 { holdsOrLowers = true }
      case .changed(let id): changed.append(id)
      case .wake(let time): wakeTime = .some(time)
      default: break  // Is only told; see `Sessions.tell`.
      }
    }
    // What a refusal leaves behind is no change of a session (P5).
    if refused != nil { changed = [] }
  }
}
