package import AudioSessionArbitration
import AudioSessionTypes
import ReferenceRules

/// P2 (R32), along a sequence of events: `began` and `ended` alternate, and a `began` follows a
/// `began` only after an activation.
package struct Alternation {
  /// Whether each session that heard `began` is to hear `ended`; none follows a suspension or a lost
  /// route.
  package private(set) var awaits: [SessionID: Bool] = [:]

  package init() {}

  /// Takes in the next event.
  ///
  /// - Parameter step: The event.
  /// - Returns: What is wrong with what was told; nil: nothing.
  package mutating func fault(of step: Transition) -> String? {
    for effect in step.decision.told {
      switch effect {
      case .granted(let id):
        if case .activate = step.event { awaits[id] = nil }
      case .began(let id, let reason, _):
        if awaits[id] != nil { return "began twice: \(plain(effect))" }
        awaits[id] = reason == .default || reason == .builtInMicMuted
      case .ended(let id, _):
        if awaits[id] != true { return "ended without began: \(plain(effect))" }
        awaits[id] = nil
      default: break
      }
    }
    return nil
  }
}
