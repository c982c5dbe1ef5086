/// A card: a device with sinks and sources.
struct Card: Equatable {
  /// `device.name`, the same again when the card comes back.
  private(set) var name: String?
  /// `device.bus`, which its nodes don't repeat.
  private(set) var bus: String?
  /// The active route of each of its devices, by the device's number.
  var routes: [Int32: PipeWireRoute] = [:]
  /// The ports into which nothing is plugged, by their routes' names.
  var emptyPorts: Set<String> = []

  init(_ properties: PipeWireProperties) { update(properties) }

  /// Replaces all properties.
  mutating func update(_ properties: PipeWireProperties) {
    name = properties["device.name"] ?? name
    bus = properties["device.bus"]
  }
}
