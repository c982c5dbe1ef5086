/// A sink or a source: where sound goes out or comes in.
struct Endpoint: Equatable {
  /// `node.name`.
  var name: String
  /// `node.description`: what people call it.
  var description: String?
  let serial: UInt64
  let isSink: Bool
  let isSource: Bool
  /// The card that it is on, and which of the card's devices it is.
  var card: UInt32?
  var cardDevice: Int32?
  /// What kind of connection it is, by several properties of the node.
  var connection: PortTypes.Connection

  /// Nil if the node is neither.
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

  /// All properties, anew.
  mutating func update(_ properties: PipeWireProperties) {
    name = properties["node.name"] ?? name
    description = properties["node.description"]
    card = properties.number("device.id", as: UInt32.self)
    cardDevice = properties.number("card.profile.device", as: Int32.self)
    connection = PortTypes.Connection(properties)
  }
}
