package import AudioSessionArbitration
package import ReferenceRules
import TestSupport

/// Other names for everybody: sessions keep their order; processes, applications, zones, users and
/// connections don't.
package struct Renaming {
  private let gap: UInt64
  private let salt: UInt64

  package init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    gap = UInt64.random(in: 2...9, using: &generator)
    salt = UInt64.random(in: 1...1_000, using: &generator)
  }

  private func session(_ id: SessionID) -> SessionID { SessionID(id.number * gap + salt) }

  /// Later numbers become smaller ones.
  private func process(_ id: ProcessID) -> ProcessID { ProcessID(100_000 * salt - id.number) }

  private func user(_ id: UserID) -> UserID { UserID(100_000 - id.number) }

  private func connection(_ id: ConnectionID) -> ConnectionID {
    ConnectionID(10_000_000 - id.number)
  }

  private func scope(_ scope: Scope) -> Scope {
    let application = ApplicationID(10_000_000 - scope.application.number)
    return Scope(application, zone: scope.zone.map { ZoneID(1_000 - $0.number) })
  }

  private func owner(_ owner: Owner) -> Owner {
    Owner(
      process: process(owner.process),
      user: user(owner.user),
      watchesLifecycle: owner.watchesLifecycle
    )
  }

  private func reporter(_ reporter: Reporter) -> Reporter {
    Reporter(connection: connection(reporter.connection), user: reporter.user.map(user))
  }

  private func renamed(_ opening: Opening) -> Opening {
    var opening = opening
    opening.id = session(opening.id)
    opening.owner = owner(opening.owner)
    opening.scope = scope(opening.scope)
    return opening
  }

  private func renamed(_ reopening: Reopening) -> Reopening {
    var reopening = reopening
    reopening.id = session(reopening.id)
    reopening.owner = owner(reopening.owner)
    return reopening
  }

  package func event(_ event: Event) -> Event {
    switch event {
    case .open(let opening): .open(renamed(opening))
    case .reopen(let reopening): .reopen(renamed(reopening))
    case .configure(let id, let change, let grants):
      .configure(session(id), change, grants: grants)
    case .activate(let id, let grants, let ifSeq, let notifyOthers):
      .activate(session(id), grants: grants, ifSeq: ifSeq, notifyOthers: notifyOthers)
    case .deactivate(let id, let notifyOthers): .deactivate(session(id), notifyOthers: notifyOthers)
    case .report(let id, let report): .report(session(id), report)
    case .renew(let id, let lease): .renew(session(id), lease: lease)
    case .close(let id): .close(session(id))
    case .evict(let id): .evict(session(id))
    case .connectionEnded(let id, let sessions, let orphaned):
      .connectionEnded(
        connection(id),
        sessions: sessions.map(session),
        orphaned: orphaned.map(session)
      )
    case .processEnded(let sessions, let orphaned):
      .processEnded(sessions: sessions.map(session), orphaned: orphaned.map(session))
    case .setMicrophoneMuted(let isMuted, let by): .setMicrophoneMuted(isMuted, reporter(by))
    case .setSleeping(let isSleeping, let by): .setSleeping(isSleeping, reporter(by))
    case .setSilenced(let isSilenced, let by): .setSilenced(isSilenced, reporter(by))
    case .setSuspended(let id, let isSuspended, let by):
      .setSuspended(process(id), isSuspended, reporter(by))
    case .setMutedByUser(let id, let muted, let wantsUnmute, let by):
      .setMutedByUser(session(id), muted, wantsUnmute: wantsUnmute, connection(by))
    case .setRoute(let route, let reason, let by): .setRoute(route, reason, reporter(by))
    case .started, .reload, .timePassed: event
    }
  }

  package func effect(_ effect: Effect) -> Effect {
    switch effect {
    case .granted(let id): .granted(session(id))
    case .refused(let id, let error, let by): .refused(id.map(session), error, by: by.map(session))
    case .closed(let id, let reason): .closed(session(id), reason)
    case .didBecomeActive(let id): .didBecomeActive(session(id))
    case .didBecomeInactive(let id, let source, let reason):
      .didBecomeInactive(session(id), source, reason)
    case .began(let id, let reason, let by): .began(session(id), reason, by: by.map(session))
    case .ducking(let id, let gain, let from, let ramp):
      .ducking(session(id), gain: gain, from: from, ramp: ramp)
    case .ended(let id, let shouldResume): .ended(session(id), shouldResume: shouldResume)
    case .recommendation(let id, let recommendation): .recommendation(session(id), recommendation)
    case .hint(let id, let isSilenced): .hint(session(id), isSilenced: isSilenced)
    case .routeChanged(let id, let reason): .routeChanged(session(id), reason)
    case .hardwareChanged(let id): .hardwareChanged(session(id))
    case .mutesChanged(let id, let muted, let wantsUnmute):
      .mutesChanged(session(id), byUser: muted, wantsUnmute: wantsUnmute)
    case .changed(let id): .changed(session(id))
    case .enforcementChanged, .wake: effect
    }
  }

  package func view(_ view: NaiveView) -> NaiveView {
    var view = view
    view.id = session(view.id)
    view.owner = owner(view.owner)
    view.scope = scope(view.scope)
    view.duckers = view.duckers.map(session)
    view.blockers = view.blockers.map(session)
    return view
  }
}
