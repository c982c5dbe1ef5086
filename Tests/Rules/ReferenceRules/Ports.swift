import AudioSessionArbitration
import AudioSessionTypes

/// R69: where programs want their sound to go.
extension NaiveArbiter {
  /// An override is for one activity, one category and one route.
  mutating func endOverrides(since before: NaiveArbiter) {
    for session in sessions where session.overridesOutput {
      let former = before.sessions.first { $0.id == session.id }
      let hasStopped = former?.state != .inactive && session.state == .inactive
      let isRerouted = round.routes.contains { $0.0 == session.id && $0.1 != nil }
      if hasStopped || isRerouted || session.configuration.category != .playAndRecord {
        self[session.id].overridesOutput = false
      }
    }
  }
}

extension NaiveSession {
  /// The input that enforcers have it record from; 0: none in particular.
  var inputInForce: UInt64 {
    let mayRecord = [.record, .playAndRecord, .multiRoute].contains(configuration.category)
    return state != .inactive && mayRecord ? preferredInput : 0
  }

  /// Whether enforcers have its output go to the loudspeaker.
  var isOverrideInForce: Bool { state != .inactive && overridesOutput }
}
