import AudioSessionArbitration

/// The connections for whose output or input the kernel had no memory.
///
/// The poller would always report that they are ready, so they are left alone for a while.
struct MemoryShortage {
  private var connections: [Connection] = []
  /// The time at which they are tried again; nil if there are none.
  private(set) var retryTime: Instant?

  mutating func add(_ connection: Connection) {
    if connections.isEmpty { retryTime = Instant.now.advanced(by: MemoryShortage.retryInterval) }
    connections.append(connection)
  }

  /// Takes all of them if it is time at `now`.
  mutating func take(at now: Instant) -> [Connection] {
    guard let retryTime, retryTime <= now else { return [] }
    defer { self = MemoryShortage() }
    return connections
  }

  private static let retryInterval: Duration = .milliseconds(50)
}
