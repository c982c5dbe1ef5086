import AudioSessionClient
import AudioSessionSystem

/// Gives back what an agent that is gone has left touched: each stream's own volumes, the run of those
/// that it had stopped, and where those go that it had directed.
///
/// It needs no record: a touched stream shows soft volumes below its own, or has a target that is
/// marked. No other is written to, and nothing that PipeWire's session manager saves. A stream that its
/// program stopped stays stopped, since only those that show as running are started; ours do.
final class Sweep {
  /// The time PipeWire has for all of it.
  private static let patience = Duration.seconds(1)

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
  private var phase = Phase.listing
  private var streams: [UInt32: GraphStream] = [:]
  private var volumes: [UInt32: PipeWireVolumes] = [:]
  private var running: Set<UInt32> = []
  /// The session manager's metadata, and of each stream the target and the mark that it is an agent's.
  private var metadata: UInt32?
  private var targets: [UInt32: String] = [:]
  private var marks: [UInt32: String] = [:]

  private init() {}

  /// Gives everything back; where PipeWire isn't running, every stream has ended with it.
  ///
  /// - Parameter remote: The PipeWire server, as in ``PipeWireConnection``.
  static func run(remote: String? = nil) { Sweep().run(remote) }

  private func run(_ remote: String?) {
    guard let connection = try? PipeWireConnection(listener: self, remote: remote) else { return }
    self.connection = connection
    _ = connection.synchronize()
    let end = SystemClock.monotonic + Sweep.patience.nanoseconds
    while phase != .done, !connection.isLost {
      let left = end - SystemClock.monotonic
      if left <= 0 { break }
      connection.dispatch(milliseconds: CInt(left / 1_000_000 + 1))
    }
  }

  private func give() {
    for (id, stream) in streams where !stream.isFilter {
      guard let volumes = volumes[id], volumes.areTouched else { continue }
      connection?.setSoftVolumes(id, volumes.channels, isMuted: volumes.isMuted)
      if running.contains(id) { connection?.start(id) }
    }
    guard let metadata else { return }
    for (id, mark) in marks {
      if targets[id] == mark { connection?.setMetadata(metadata, of: id, Metadata.target, nil) }
      connection?.setMetadata(metadata, of: id, Metadata.ours, nil)
    }
  }
}

extension PipeWireVolumes {
  /// Whether an agent has made the stream quieter than its user wants it, and not given that back.
  ///
  /// The soft volumes of a stream that was never touched are 1, whatever its own are.
  fileprivate var areTouched: Bool {
    // 0 also where its own are 0: a stopped stream has to be started all the same.
    zip(soft, channels).contains { $0 < $1 || $0 == 0 } || (isSoftMuted && !isMuted)
  }
}

extension Sweep: PipeWireListener {
  func added(_ id: UInt32, _ kind: PipeWireKind, _ properties: PipeWireProperties) {
    if kind == .metadata, properties["metadata.name"] == "default" {
      metadata = id
      connection?.watch(id, .metadata)
    }
    guard kind == .node, let stream = GraphStream(announcement: properties) else { return }
    streams[id] = stream
    connection?.watch(id, .node)
  }

  func removed(_ id: UInt32) { streams[id] = nil }

  func properties(of id: UInt32, _ properties: PipeWireProperties) {
    streams[id]?.update(properties)
  }

  func value(of id: UInt32, subject: UInt32, key: String?, _ value: String?) {
    switch key {
    case Metadata.target: targets[subject] = value
    case Metadata.ours: marks[subject] = value
    default: break
    }
  }

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
