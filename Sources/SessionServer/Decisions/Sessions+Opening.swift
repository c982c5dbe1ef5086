import AudioSessionArbitration
import AudioSessionWire

/// What clients say of themselves and of the machine, which is kept beside the arbiter's state.
extension Sessions {
  /// Carries out `hello`: notes the client's application and the notifications that it asks for.
  ///
  /// - Returns: The reset to report first, if it names an epoch other than the current one (R49).
  mutating func greet(
    _ hello: Hello,
    _ client: some Client,
    epoch: Epoch
  ) -> MediaServicesWereReset? {
    client.introduction.accept(wantsLifecycle: hello.wantsLifecycle)
    name(hello.application, of: client)
    guard let named = hello.epoch, named != epoch.text, !client.introduction.hasOutlivedEpoch else {
      return nil
    }
    client.introduction.outliveEpoch()
    return MediaServicesWereReset(previousEpoch: named)
  }

  /// Opens a session under the next number, and marks its names as in use.
  ///
  /// - Parameters:
  ///   - open: The request's parameters.
  ///   - identity: The session's names and owner.
  ///   - client: The opener.
  ///   - limits: The limits in force (R54).
  /// - Returns: The event; if it is refused, the names are to be released.
  mutating func opening(
    _ open: SessionOpen,
    _ identity: SessionIdentity,
    by client: some Client,
    within limits: Limits
  ) -> Intent {
    let id = names.next
    let own = open.lease == nil ? ApplicationID(identity.peer.process) : ApplicationID(lease: id)
    let scope = useScope(identity, orElse: own)
    let (change, unknownValue) = change(open.configuration)
    let opening = Opening(
      id: id,
      owner: identity.peer.owner(wantsLifecycle: client.introduction.wantsLifecycle),
      scope: scope,
      change: change,
      grants: client.grants.claims,
      lease: open.lease.map { .seconds($0.ttlSeconds) },
      isWithinLimits: hasRoom(for: identity, on: client, within: limits)
    )
    return Intent(event: .open(opening), unknownValue: unknownValue, identity: identity)
  }

  /// Stores a reported route; a known route reported without a reason is recorded, but isn't a
  /// route change (R44, R60).
  mutating func routeReport(
    _ report: SystemSetRoute,
    by client: some Client
  ) throws(RPCError) -> Intent {
    let reporter = client.reporter
    let (summary, reason) = try set(report.route, by: reporter, report.reason)
    return Intent(event: .setRoute(summary, reason, reporter), answer: .empty)
  }
}
