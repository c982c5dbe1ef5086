import AudioSessionArbitration
import AudioSessionTypes
package import ReferenceRules

/// P1: what the core keeps step by step is what the rules give when all is computed anew.
extension Transition {
  /// The first thing in which the core and the reference differ after the event; nil: nothing.
  ///
  /// - Parameters:
  ///   - expected: What the reference said of the event.
  ///   - reference: The reference after the event.
  /// - Returns: The difference.
  package func difference(
    from expected: NaiveArbiter.Result,
    _ reference: NaiveArbiter
  ) -> String? {
    firstDifference("effects", core: decision.told, reference: expected.effects)
      ?? firstDifference("refusal", core: [decision.refusal], reference: [expected.refusal])
      ?? firstDifference("sessions", core: viewsAfter, reference: reference.views)
      ?? firstDifference(
        "explained",
        core: after.explained,
        reference: reference.explanations
      )
      ?? firstDifference("enforced", core: after.enforced, reference: reference.enforced)
      ?? firstDifference("counts", core: [after.counts], reference: [reference.counts])
      ?? firstDifference("number", core: [decision.seq], reference: [expected.seq])
      ?? firstDifference("expiry", core: [decision.expiry], reference: [expected.expiry])
      ?? surroundings(reference)
  }

  private func surroundings(_ reference: NaiveArbiter) -> String? {
    let users = [UserID(1000), UserID(1001)]
    let found = users.flatMap { user in
      [
        after.isMicrophoneMuted(for: user), after.isSleeping(for: user),
        after.isSilenced(for: user),
      ]
    }
    let expected = users.flatMap { user in
      [
        reference.isMicrophoneMuted(for: user), reference.isSleeping(for: user),
        reference.isSilenced(for: user),
      ]
    }
    return firstDifference("microphone, sleep, silence", core: found, reference: expected)
      ?? systemSounds(reference)
      ?? firstDifference("kinds", core: [after.kindNames], reference: [reference.kindNames])
  }

  /// Of every application there is and of a stranger, in each zone and in none.
  private func systemSounds(_ reference: NaiveArbiter) -> String? {
    let scopes = viewsAfter.map(\.scope)
    let applications = Set(scopes.map(\.application)).union([ApplicationID(0)])
    for zone in Set(scopes.map(\.zone)).union([nil, ZoneID(0)]) {
      for application in applications {
        let scope = Scope(application, zone: zone)
        let user = UserID(application.number.isMultiple(of: 2) ? 1000 : 1001)
        let found = after.silencesSystemSounds(in: scope, of: user)
        if found != reference.silencesSystemSounds(in: scope, of: user) {
          return "system sounds of \(plain(user)) in \(plain(scope)): core \(found)"
        }
      }
    }
    return nil
  }
}
