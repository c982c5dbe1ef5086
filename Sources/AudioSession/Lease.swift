/// A lease: a session that outlives the connection that opened it, until its time runs out.
///
/// A lease belongs to its user and no process: after a crash, another process of the user continues it
/// by opening a session with the same lease name. It has to be renewed before its time runs out, by
/// ``Session/renew(timeToLive:)``; otherwise the daemon closes it (R48).
public struct Lease: Hashable, Sendable {
  /// The lease's name, 1 to 128 bytes, which is unique among the leases of the user.
  public var name: String
  /// How long the lease lasts without being renewed: 0.1 seconds to 24 hours.
  public var timeToLive: Duration

  /// Creates a lease.
  ///
  /// - Parameters:
  ///   - name: The lease's name, 1 to 128 bytes.
  ///   - timeToLive: How long it lasts without being renewed: 0.1 seconds to 24 hours.
  public init(name: String, timeToLive: Duration = .seconds(30)) {
    self.name = name
    self.timeToLive = timeToLive
  }
}
