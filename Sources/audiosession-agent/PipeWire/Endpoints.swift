import Enforcement

/// All sinks and sources, the default ones, and their cards.
struct Endpoints {
  private var byID: [UInt32: Endpoint] = [:]
  private var defaultSink: String?
  private var defaultSource: String?
  /// Whether the session manager has named a default sink, or said that there is none.
  private(set) var isDefaultKnown = false
  /// Whether it says that there is no default sink, though the last one still exists.
  private(set) var isSinkDoubtful = false
  private var cards: [UInt32: Card] = [:]

  subscript(id: UInt32) -> Endpoint? {
    get { byID[id] }
    set { byID[id] = newValue }
  }

  /// Removes an object, whatever it was.
  ///
  /// - Returns: Whether it was a card, a sink or a source.
  mutating func remove(_ id: UInt32) -> Bool {
    let hadCard = cards.removeValue(forKey: id) != nil
    return byID.removeValue(forKey: id) != nil || hadCard
  }

  mutating func addCard(_ id: UInt32, _ card: Card) { cards[id] = card }

  mutating func updateCard(_ id: UInt32, _ properties: PipeWireProperties) {
    cards[id]?.update(properties)
  }

  mutating func set(_ route: PipeWireRoute, ofCard id: UInt32) {
    cards[id]?.routes[route.device] = route
  }

  /// Takes whether it is known that nothing is plugged into a card's port.
  mutating func setPort(_ name: String, isEmpty: Bool, ofCard id: UInt32) {
    if isEmpty {
      cards[id]?.emptyPorts.insert(name)
    } else {
      cards[id]?.emptyPorts.remove(name)
    }
  }

  /// Takes a value of the metadata `default`.
  ///
  /// A sink that is taken back while it is there goes on being the default until
  /// ``settleDoubt()``: a session manager takes back each whose ports it is making anew.
  ///
  /// - Returns: Whether a default is another one now.
  mutating func setDefault(key: String?, _ value: String?) -> Bool {
    if key == "default.audio.sink" { isDefaultKnown = true }
    let before = (defaultSink, defaultSource)
    let name = value.flatMap { Endpoints.name(inValue: $0) }
    if key == nil || key == "default.audio.sink" {
      isSinkDoubtful = name == nil && output != nil
      if !isSinkDoubtful { defaultSink = name }
    }
    if key == nil || key == "default.audio.source" { defaultSource = name }
    return before != (defaultSink, defaultSource)
  }

  /// Accepts that there is no default sink.
  mutating func settleDoubt() {
    isSinkDoubtful = false
    defaultSink = nil
  }

  /// Forgets the defaults, since the session manager that chose them is gone.
  mutating func forgetDefaults() {
    isSinkDoubtful = false
    defaultSink = nil
    defaultSource = nil
    isDefaultKnown = false
  }

  /// The destination of a stream that isn't linked yet: its target, by name or serial, or the
  /// default.
  func destination(_ direction: StreamDirection, target: String?) -> Endpoint? {
    if let target, let found = endpoint({ $0.name == target || String($0.serial) == target }) {
      return found
    }
    return direction == .output ? output : input
  }

  /// The default sink, if it is there.
  var output: Endpoint? { endpoint { $0.isSink && $0.name == defaultSink } }

  /// The default source, if it is there; where there is none, PipeWire names a sink, whose monitor
  /// is no microphone.
  var input: Endpoint? { endpoint { $0.isSource && $0.name == defaultSource } }

  /// The first sink or source that fits.
  func endpoint(_ fits: (Endpoint) -> Bool) -> Endpoint? { byID.values.first(where: fits) }

  /// All sinks and sources, in no order.
  var all: some Collection<Endpoint> { byID.values }

  /// The card of a sink or source; nil for one without, such as one of software.
  func card(of endpoint: Endpoint) -> Card? { endpoint.card.flatMap { cards[$0] } }

  /// The card that is the same as one of another state; nil if it isn't there.
  func card(like card: Card) -> Card? {
    card.name.flatMap { name in cards.values.first { $0.name == name } }
  }

  /// The card's active route for a sink or source.
  func route(of endpoint: Endpoint) -> PipeWireRoute? {
    endpoint.cardDevice.flatMap { card(of: endpoint)?.routes[$0] }
  }

  /// The bus of an endpoint's card, such as `usb`.
  func bus(of endpoint: Endpoint) -> String? {
    endpoint.connection.bus ?? card(of: endpoint)?.bus
  }
}
