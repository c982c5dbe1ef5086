@testable import audiosession_agent

/// A state of a graph in short.
struct GraphState {
  var sinks: [Sink]
  var output: String?
  /// The ports into which nothing is plugged, by card.
  var empty: [String: [String]] = [:]
  /// The cards that are there without any sink.
  var cards: [String] = []
  var sources: [String] = []
  var input: String?

  init(
    _ sinks: [Sink],
    _ output: String?,
    empty: [String: [String]] = [:],
    cards: [String] = [],
    sources: [String] = [],
    input: String? = nil
  ) {
    (self.sinks, self.output, self.empty) = (sinks, output, empty)
    (self.cards, self.sources, self.input) = (cards, sources, input)
  }

  /// A sink, its card and the port that is active on it.
  struct Sink {
    var name: String
    var card: String?
    var port: String?
    var isBluetooth = false

    init(_ name: String, _ card: String? = nil, _ port: String? = nil, isBluetooth: Bool = false) {
      (self.name, self.card, self.port, self.isBluetooth) = (name, card, port, isBluetooth)
    }

    static let speaker = Sink("pci", "pci", "speaker")
    static let headphones = Sink("pci", "pci", "headphones")
    static let usb = Sink("usb", "usb", "line")
    static let a2dp = Sink("a2dp", "blue", "headset", isBluetooth: true)
    static let software = Sink("software")
    static let dummy = Sink("auto_null")
  }

  /// The cards have the same ids in each state.
  var endpoints: Endpoints {
    var endpoints = Endpoints()
    let ids: [String: UInt32] = ["pci": 40, "usb": 41, "blue": 42, "gpu": 43]
    for card in Set(sinks.compactMap(\.card) + cards) {
      guard let id = ids[card] else { continue }
      endpoints.addCard(id, Card(PipeWireProperties(["device.name": card])))
      for port in empty[card] ?? [] { endpoints.setPort(port, isEmpty: true, ofCard: id) }
    }
    for (number, sink) in sinks.enumerated() {
      var properties = ["media.class": "Audio/Sink", "node.name": sink.name]
      if sink.isBluetooth { properties["api.bluez5.profile"] = "a2dp-sink" }
      if let id = sink.card.flatMap({ ids[$0] }) {
        properties["device.id"] = "\(id)"
        properties["card.profile.device"] = "\(number)"
        let route = PipeWireRoute(
          device: Int32(number),
          name: sink.port,
          portType: sink.port,
          isMuted: false,
          hasHardwareMute: false
        )
        if sink.port != nil { endpoints.set(route, ofCard: id) }
      }
      endpoints[UInt32(number)] = Endpoint(PipeWireProperties(properties))
    }
    for (number, source) in sources.enumerated() {
      let properties = ["media.class": "Audio/Source", "node.name": source]
      endpoints[UInt32(20 + number)] = Endpoint(PipeWireProperties(properties))
    }
    let names = [("sink", output), ("source", input)]
    for case (let kind, let name?) in names {
      _ = endpoints.setDefault(key: "default.audio.\(kind)", #"{"name":"\#(name)"}"#)
    }
    return endpoints
  }
}
