import CPipeWire

/// Receives a connection's events, from within ``PipeWireConnection/dispatch(milliseconds:)``.
protocol PipeWireListener: AnyObject {
  /// An object was added, with the properties that the registry shows.
  func added(_ id: UInt32, _ kind: PipeWireKind, _ properties: PipeWireProperties)
  func removed(_ id: UInt32)
  /// All properties of a watched object, initially and after each change.
  func properties(of id: UInt32, _ properties: PipeWireProperties)
  /// The state of a watched node.
  func state(of id: UInt32, _ state: PipeWireState)
  /// The volumes of a watched node.
  func volumes(of id: UInt32, _ volumes: PipeWireVolumes)
  /// A port of a watched card, by its route's name, and whether it is known that nothing is plugged
  /// in.
  func port(of id: UInt32, _ name: String, isEmpty: Bool)
  /// The active route of a watched card's device, after its ports.
  func route(of id: UInt32, _ route: PipeWireRoute)
  /// A value of a watched metadata object; nil if it is gone, and without a key all of the
  /// subject's are.
  func value(of id: UInt32, subject: UInt32, key: String?, _ value: String?)
  /// The highest peak of a node that is listened to, linear, after its volumes; nil if there will be
  /// no more.
  func peak(of id: UInt32, _ peak: Float?)
  /// The server has handled everything up to that ``PipeWireConnection/synchronize()``.
  func synchronized(_ sequence: CInt)
}

extension PipeWireListener {
  func state(of id: UInt32, _ state: PipeWireState) {}
  func properties(of id: UInt32, _ properties: PipeWireProperties) {}
  func port(of id: UInt32, _ name: String, isEmpty: Bool) {}
  func route(of id: UInt32, _ route: PipeWireRoute) {}
  func value(of id: UInt32, subject: UInt32, key: String?, _ value: String?) {}
  func peak(of id: UInt32, _ peak: Float?) {}
}

/// The kind of an object of the server.
enum PipeWireKind {
  case node, client, device, link, metadata
}

/// A node's state.
enum PipeWireState {
  case error, creating, suspended, idle, running
}

/// A node's volumes, linear, 1 is unchanged.
struct PipeWireVolumes: Equatable {
  var channels: [Float]
  var soft: [Float]
  var isMuted: Bool
  var isSoftMuted: Bool
  /// The delay of a device that was set by hand, in nanoseconds.
  var latencyOffset: Int64 = 0
}

/// The active `Route` of a card's device.
struct PipeWireRoute: Equatable {
  /// The device's number, as in a node's `card.profile.device`.
  var device: Int32
  var name: String?
  var description: String?
  var portType: String?
  var isMuted: Bool
  /// Whether the card mutes in hardware.
  var hasHardwareMute: Bool
}

/// An object's properties, valid only during the listener's call.
struct PipeWireProperties {
  private let value: (String) -> String?

  init(_ properties: OpaquePointer) {
    value = { audiosession_pipewire_property(properties, $0).map { String(cString: $0) } }
  }

  init(_ values: [String: String]) { value = { values[$0] } }

  /// The value, with invalid UTF-8 repaired; nil if there is none.
  subscript(key: String) -> String? { value(key) }

  /// The value as a number.
  func number<Number: FixedWidthInteger>(_ key: String, as type: Number.Type) -> Number? {
    self[key].flatMap { Number($0) }
  }

  /// Whether the value is `true` or `1`.
  func isTrue(_ key: String) -> Bool {
    let value = self[key]
    return value == "true" || value == "1"
  }
}
