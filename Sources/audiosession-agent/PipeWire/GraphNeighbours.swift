/// What else acts on the sound in PipeWire's graph: the agent reports it, and leaves it alone.
struct GraphNeighbours {
  /// A node of a program that plays without streams.
  private struct Filter {
    var name: String
    var client: UInt32
  }

  private var roleNodesByID: [UInt32: String] = [:]
  private var filters: [UInt32: Filter] = [:]
  private var connectionsOfJACK: Set<UInt32> = []
  private var settings: UInt32?
  /// Whether WirePlumber pauses the players whose output goes away, as it can since 0.5.11.
  private(set) var pausesPlayers = false

  /// The names of the sinks and sources by which WirePlumber lowers streams according to their
  /// roles.
  var roleNodes: [String] { roleNodesByID.values.sorted() }

  /// The names of JACK's clients: they have neither streams nor volumes, and so aren't governed.
  var jackClients: [String] {
    filters.values.filter { connectionsOfJACK.contains($0.client) }.map { $0.name }.sorted()
  }

  /// Takes a node that is no stream, sink or source.
  mutating func addNode(_ id: UInt32, _ properties: PipeWireProperties) {
    guard properties["media.class"] == nil, properties["media.role"] == "DSP",
      let client = properties.number("client.id", as: UInt32.self)
    else { return }
    filters[id] = Filter(name: properties["node.name"] ?? "?", client: client)
  }

  /// Takes all properties of a sink or source.
  mutating func take(endpoint id: UInt32, _ properties: PipeWireProperties) {
    let isOfPolicy =
      properties.isTrue("policy.role-based.target")
      || properties["policy.role-based.priority"] != nil
      // Before 0.5.
      || properties.isTrue("wireplumber.is-endpoint")
    roleNodesByID[id] = isOfPolicy ? properties["node.name"] ?? "?" : nil
  }

  /// Takes all properties of a client.
  mutating func take(client id: UInt32, _ properties: PipeWireProperties) {
    if properties["client.api"] == "jack" { connectionsOfJACK.insert(id) }
  }

  /// Takes a metadata object.
  ///
  /// - Returns: Whether it is the one with WirePlumber's settings, to be watched.
  mutating func addMetadata(_ id: UInt32, _ properties: PipeWireProperties) -> Bool {
    guard properties["metadata.name"] == "sm-settings" else { return false }
    settings = id
    return true
  }

  /// Takes a value of a metadata object; without a key, all are gone.
  mutating func take(metadata id: UInt32, subject: UInt32, key: String?, _ value: String?) {
    guard id == settings, subject == 0, key ?? GraphNeighbours.pausing == GraphNeighbours.pausing
    else { return }
    pausesPlayers = value == "true"
  }

  private static let pausing = "linking.pause-playback"

  /// Forgets an object, whatever it was.
  mutating func remove(_ id: UInt32) {
    roleNodesByID[id] = nil
    filters[id] = nil
    connectionsOfJACK.remove(id)
    guard settings == id else { return }
    settings = nil
    pausesPlayers = false
  }
}
