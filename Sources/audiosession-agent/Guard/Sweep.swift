import AudioSessionSystem

/// Restores what a crash has left touched: each stream's own volumes, and the streams and players
/// that were stopped.
///
/// It writes nothing that PipeWire's session manager saves. A stream that its program stopped stays
/// stopped: only those that the ledger calls paused, and that run, are started.
final class Sweep {
  /// The time PipeWire has for all of it, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000

  private enum Phase {
    /// All objects are being listed.
    case listing
    /// All volumes are being read.
    case reading
    /// PipeWire is handling the commands.
    case giving
    case done
  }

  private var connection: PipeWireConnection?
  private let contents: LedgerContents
  private let remote: String?
  private var phase = Phase.listing
  private var cookie: UInt32?
  /// The streams to restore, by node.
  private var streams: [UInt32: LedgerStream] = [:]
  private var volumes: [UInt32: PipeWireVolumes] = [:]
  private var running: Set<UInt32> = []

  private init(_ contents: LedgerContents, remote: String?) {
    self.contents = contents
    self.remote = remote
  }

  /// Restores everything that the ledger names, and empties it; returns at once if it is empty.
  ///
  /// - Parameters:
  ///   - ledger: The ledger, locked by this process.
  ///   - remote: The PipeWire server, as in ``PipeWireConnection``.
  ///   - resume: Resumes players, by their bus names, that are still paused; it waits only a moment
  ///     for all of them.
  static func run(_ ledger: Ledger, remote: String? = nil, resume: ([String]) -> Void) {
    let contents = ledger.contents
    if contents.isEmpty { return }
    if !contents.touched.isEmpty || !contents.paused.isEmpty {
      Sweep(contents, remote: remote).giveBack()
    }
    if !contents.players.isEmpty { resume(contents.players.sorted()) }
    ledger.clear()
  }

  /// Restores the streams; where PipeWire isn't running, they ended with it.
  private func giveBack() {
    guard let connection = try? PipeWireConnection(listener: self, remote: remote) else { return }
    self.connection = connection
    _ = connection.synchronize()
    let end = SystemClock.boottime + Sweep.patience
    while phase != .done, !connection.isLost {
      let left = end - SystemClock.boottime
      if left <= 0 { break }
      connection.dispatch(milliseconds: CInt(left / 1_000_000 + 1))
    }
  }

  private func give() {
    for (id, stream) in streams {
      // A node without channels isn't heard yet, and has no volumes to give back.
      if contents.touched.contains(stream), let volumes = volumes[id], !volumes.channels.isEmpty {
        connection?.setSoftVolumes(id, volumes.channels, isMuted: volumes.isMuted)
      }
      if contents.paused.contains(stream), running.contains(id) { connection?.start(id) }
    }
  }
}

extension Sweep: PipeWireListener {
  func server(cookie: UInt32) { self.cookie = cookie }

  func added(_ id: UInt32, _ kind: PipeWireKind, _ properties: PipeWireProperties) {
    guard kind == .node, let cookie,
      let serial = properties.number("object.serial", as: UInt64.self)
    else { return }
    let stream = LedgerStream(cookie: cookie, serial: serial)
    guard contents.touched.contains(stream) || contents.paused.contains(stream) else { return }
    streams[id] = stream
    connection?.watch(id, .node)
  }

  func removed(_ id: UInt32) { streams[id] = nil }

  func volumes(of id: UInt32, _ volumes: PipeWireVolumes) { self.volumes[id] = volumes }

  func state(of id: UInt32, _ state: PipeWireState) {
    if state == .running { running.insert(id) } else { running.remove(id) }
  }

  func synchronized(_ sequence: CInt) {
    switch phase {
    case .listing: phase = .reading
    case .reading:
      give()
      phase = .giving
    case .giving, .done:
      phase = .done
      return
    }
    _ = connection?.synchronize()
  }
}
