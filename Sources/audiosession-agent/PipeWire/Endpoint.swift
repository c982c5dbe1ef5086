/// A sink or a source: where sound goes out or comes in.
struct Endpoint: Equatable {
  /// `node.name`.
  var name: String
  /// `node.description`, the name for people.
  var description: String?
  let serial: UInt64
  let isSink: Bool
  let isSource: Bool
  /// The card that it belongs to, and its device number there.
  var card: UInt32?
  var cardDevice: Int32?
  /// The kind of connection, from several properties of the node.
  var connection: PortTypes.Connection
  /// The frames that the driver holds back beyond the buffer; nil if it isn't ALSA's.
  private(set) var headroom: Int?
  /// What its mixer shows; nil until the node has shown it.
  var volumes: PipeWireVolumes?

  /// Whether it is the sink by which a session manager has streams go on without a device.
  var isDummy: Bool { name == "auto_null" }

  /// Reads a node's properties; nil if it is neither sink nor source.
  init?(_ properties: PipeWireProperties) {
    guard let mediaClass = properties["media.class"], let name = properties["node.name"] else {
      return nil
    }
    let isDuplex = mediaClass.hasPrefix("Audio/Duplex")
    isSink = isDuplex || mediaClass.hasPrefix("Audio/Sink")
    isSource = isDuplex || mediaClass.hasPrefix("Audio/Source")
    guard isSink || isSource else { return nil }
    self.name = name
    serial = properties.number("object.serial", as: UInt64.self) ?? 0
    connection = PortTypes.Connection(properties)
    update(properties)
  }

  /// Replaces all properties.
  mutating func update(_ properties: PipeWireProperties) {
    name = properties["node.name"] ?? name
    description = properties["node.description"]
    card = properties.number("device.id", as: UInt32.self)
    cardDevice = properties.number("card.profile.device", as: Int32.self)
    connection = PortTypes.Connection(properties)
    headroom = properties.number("api.alsa.headroom", as: Int.self)
  }
}
