import CPipeWire

/// What a ``PipeWireConnection`` tells, from within its ``PipeWireConnection/dispatch(milliseconds:)``.
protocol PipeWireListener: AnyObject {
  /// The connection has begun, with a server whose number is another one after each of its starts.
  func server(cookie: UInt32)
  /// There is an object, with what the registry says of it.
  func added(_ id: UInt32, _ kind: PipeWireKind, _ properties: PipeWireProperties)
  func removed(_ id: UInt32)
  /// All properties of a watched object, at first and whenever one has changed.
  func properties(of id: UInt32, _ properties: PipeWireProperties)
  /// The state of a watched node.
  func state(of id: UInt32, _ state: PipeWireState)
  /// The volumes of a watched node.
  func volumes(of id: UInt32, _ volumes: PipeWireVolumes)
  /// What a device of a watched card is connected to.
  func route(of id: UInt32, _ route: PipeWireRoute)
  /// A value of a watched metadata; nil: it is gone, and without a key all of the subject's.
  func value(of id: UInt32, subject: UInt32, key: String?, _ value: String?)
  /// The server has dealt with everything up to that ``PipeWireConnection/synchronize()``.
  func synchronized(_ sequence: CInt)
}

extension PipeWireListener {
  func state(of id: UInt32, _ state: PipeWireState) {}
  func properties(of id: UInt32, _ properties: PipeWireProperties) {}
  func route(of id: UInt32, _ route: PipeWireRoute) {}
  func value(of id: UInt32, subject: UInt32, key: String?, _ value: String?) {}
}

/// What an object of the server is.
enum PipeWireKind {
  case node, client, device, link, metadata
}

/// A node's state.
enum PipeWireState {
  case error, creating, suspended, idle, running
}

/// A node's volumes, linear.
struct PipeWireVolumes: Equatable {
  var channels: [Float]
  var soft: [Float]
  var isMuted: Bool
  var isSoftMuted: Bool
}

/// What a device of a card is connected to, by its active `Route`.
struct PipeWireRoute: Equatable {
  /// A node's `card.profile.device`.
  var device: Int32
  var name: String?
  var description: String?
  var portType: String?
  var isMuted: Bool
  /// Whether the card itself mutes.
  var hasHardwareMute: Bool
}

/// An object's properties, to be read while the listener is being told.
struct PipeWireProperties {
  private let value: (String) -> String?

  init(_ properties: OpaquePointer) {
    value = { audiosession_pipewire_property(properties, $0).map { String(cString: $0) } }
  }

  init(_ values: [String: String]) { value = { values[$0] } }

  /// The value, with what isn't UTF-8 mended; nil if there is none.
  subscript(key: String) -> String? { value(key) }

  /// The value as a number.
  func number<Number: FixedWidthInteger>(_ key: String, as type: Number.Type) -> Number? {
    self[key].flatMap { Number($0) }
  }

  /// Whether the value says yes.
  func isTrue(_ key: String) -> Bool {
    let value = self[key]
    return value == "true" || value == "1"
  }
}
