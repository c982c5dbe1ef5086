import AudioSessionSystem
import CPipeWire
import Glibc

/// A nonblocking connection to PipeWire; its descriptor is for the caller's own loop.
final class PipeWireConnection {
  /// The reason that there is no connection.
  struct Failure: Error {
    /// An `errno`: `EHOSTDOWN` if nobody listens, `ENOTSUP` in a build without the trait
    /// `PipeWire`.
    let code: CInt
  }

  /// Receives the events; it outlives the connection.
  private unowned(unsafe) let listener: any PipeWireListener
  private var connection: OpaquePointer?
  /// Whether the server is gone, so that the connection has to be dropped.
  private(set) var isLost = false

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - listener: Receives the events.
  ///   - remote: The server's name or its socket's path; nil for the one in PipeWire's variables,
  ///     as for every client.
  /// - Throws: The reason that there is no connection.
  init(listener: any PipeWireListener, remote: String?) throws(Failure) {
    self.listener = listener
    var calls = PipeWireConnection.calls
    let context = Unmanaged.passUnretained(self).toOpaque()
    connection = audiosession_pipewire_connect(&calls, context, remote)
    if connection == nil { throw Failure(code: errno) }
  }

  deinit {
    if let connection { audiosession_pipewire_close(connection) }
  }

  /// The descriptor to poll for reading, while this object lives.
  var descriptor: CInt { audiosession_pipewire_descriptor(connection) }

  /// Reads and writes as much as possible, and calls the listener.
  ///
  /// - Parameter milliseconds: The longest wait for something to do; 0 for none.
  func dispatch(milliseconds: CInt = 0) {
    if audiosession_pipewire_dispatch(connection, milliseconds) < 0 { isLost = true }
  }

  /// Subscribes to an object's changes; a link needs none.
  ///
  /// If it is watched already, all of it is told anew.
  func watch(_ id: UInt32, _ kind: PipeWireKind) {
    // An object that can't be watched any more is about to be removed, which is told.
    _ = audiosession_pipewire_watch(connection, id, kind.number)
  }

  /// - Returns: The number that ``PipeWireListener/synchronized(_:)`` will be given.
  func synchronize() -> CInt { audiosession_pipewire_sync(connection) }

  /// Sets the soft volumes and mute of a watched node, which are heard in place of its own.
  ///
  /// - Returns: Whether there is such a node.
  @discardableResult
  func setSoftVolumes(_ id: UInt32, _ volumes: [Float], isMuted: Bool) -> Bool {
    let count = UInt32(volumes.count)
    return audiosession_pipewire_set_soft_volumes(connection, id, volumes, count, isMuted) >= 0
  }

  /// Sends the node command `Pause` to a watched node.
  @discardableResult
  func pause(_ id: UInt32) -> Bool { audiosession_pipewire_pause(connection, id) >= 0 }

  /// Sends the node command `Start` to a watched node.
  @discardableResult
  func start(_ id: UInt32) -> Bool { audiosession_pipewire_start(connection, id) >= 0 }

  /// Sets a value of a watched metadata object; nil takes it away.
  func setMetadata(_ id: UInt32, of subject: UInt32, _ key: String, _ value: String?) {
    // Metadata that is gone took its values along.
    _ = audiosession_pipewire_set_metadata(connection, id, subject, key, value)
  }

  /// Begins to tell a node's peaks, by its id and `object.serial`.
  ///
  /// - Returns: Whether they will be told.
  func listen(to id: UInt32, serial: UInt64) -> Bool {
    audiosession_pipewire_listen(connection, id, serial) >= 0
  }

  /// Ceases to tell a node's peaks.
  func ignore(_ id: UInt32) { audiosession_pipewire_ignore(connection, id) }
}

// The functions that libpipewire calls; each finds the connection by its context.
extension PipeWireConnection {
  private static let calls = audiosession_pipewire_listener(
    added: { context, id, kind, properties in
      guard let kind = PipeWireKind(kind), let properties else { return }
      PipeWireConnection.from(context)?.listener.added(id, kind, PipeWireProperties(properties))
    },
    removed: { PipeWireConnection.from($0)?.listener.removed($1) },
    properties: { context, id, properties in
      guard let properties else { return }
      PipeWireConnection.from(context)?.listener
        .properties(of: id, PipeWireProperties(properties))
    },
    state: { PipeWireConnection.from($0)?.listener.state(of: $1, PipeWireState($2)) },
    volumes: { context, id, volumes in
      guard let volumes = volumes?.pointee else { return }
      PipeWireConnection.from(context)?.listener.volumes(of: id, PipeWireVolumes(volumes))
    },
    port: { context, id, name, isEmpty in
      guard let name else { return }
      let port = String(cString: name)
      PipeWireConnection.from(context)?.listener.port(of: id, port, isEmpty: isEmpty)
    },
    route: { context, id, route in
      guard let route = route?.pointee else { return }
      PipeWireConnection.from(context)?.listener.route(of: id, PipeWireRoute(route))
    },
    value: { context, id, subject, key, value in
      PipeWireConnection.from(context)?.listener.value(
        of: id,
        subject: subject,
        key: key.map { String(cString: $0) },
        value.map { String(cString: $0) }
      )
    },
    peak: { PipeWireConnection.from($0)?.listener.peak(of: $1, $2) },
    deaf: { PipeWireConnection.from($0)?.listener.peak(of: $1, nil) },
    synced: { PipeWireConnection.from($0)?.listener.synchronized($1) },
    lost: { PipeWireConnection.from($0)?.isLost = true }
  )

  private static func from(_ context: UnsafeMutableRawPointer?) -> PipeWireConnection? {
    context.map { Unmanaged<PipeWireConnection>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension PipeWireKind {
  fileprivate init?(_ kind: audiosession_pipewire_kind) {
    switch kind {
    case audiosession_pipewire_node: self = .node
    case audiosession_pipewire_client: self = .client
    case audiosession_pipewire_device: self = .device
    case audiosession_pipewire_link: self = .link
    case audiosession_pipewire_metadata: self = .metadata
    default: return nil
    }
  }

  fileprivate var number: audiosession_pipewire_kind {
    switch self {
    case .node: audiosession_pipewire_node
    case .client: audiosession_pipewire_client
    case .device: audiosession_pipewire_device
    case .link: audiosession_pipewire_link
    case .metadata: audiosession_pipewire_metadata
    }
  }
}

extension PipeWireState {
  fileprivate init(_ state: audiosession_pipewire_state) {
    switch state {
    case audiosession_pipewire_creating: self = .creating
    case audiosession_pipewire_suspended: self = .suspended
    case audiosession_pipewire_idle: self = .idle
    case audiosession_pipewire_running: self = .running
    default: self = .error
    }
  }
}

extension PipeWireVolumes {
  fileprivate init(_ volumes: audiosession_pipewire_volumes) {
    let channels = UnsafeBufferPointer(start: volumes.channels, count: Int(volumes.channel_count))
    let soft = UnsafeBufferPointer(start: volumes.soft, count: Int(volumes.soft_count))
    self.init(
      channels: Array(channels),
      soft: Array(soft),
      isMuted: volumes.is_muted,
      isSoftMuted: volumes.is_soft_muted,
      latencyOffset: volumes.latency_offset
    )
  }
}

extension PipeWireRoute {
  fileprivate init(_ route: audiosession_pipewire_route) {
    self.init(
      device: route.device,
      name: route.name.map { String(cString: $0) },
      description: route.description.map { String(cString: $0) },
      portType: route.port_type.map { String(cString: $0) },
      isMuted: route.is_muted,
      hasHardwareMute: route.has_hardware_mute
    )
  }
}
