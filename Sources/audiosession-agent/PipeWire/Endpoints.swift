import Enforcement

/// All sinks and sources, which of them are the defaults, and what the cards say of them.
struct Endpoints {
  private var byID: [UInt32: Endpoint] = [:]
  private var defaultSink: String?
  private var defaultSource: String?
  /// The session manager has said which sink is the default, or that there is none.
  private(set) var isDefaultKnown = false
  /// It says that there is no default sink, though the last one is there.
  private(set) var isSinkDoubtful = false
  /// By card and its device.
  private var routes: [UInt32: [Int32: PipeWireRoute]] = [:]
  /// The card's properties that a node doesn't repeat.
  private var buses: [UInt32: String] = [:]

  subscript(id: UInt32) -> Endpoint? {
    get { byID[id] }
    set { byID[id] = newValue }
  }

  /// The object has gone, whatever it was.
  ///
  /// - Returns: Whether it was a card, a sink or a source.
  mutating func remove(_ id: UInt32) -> Bool {
    let hadRoutes = routes.removeValue(forKey: id) != nil
    let hadBus = buses.removeValue(forKey: id) != nil
    return byID.removeValue(forKey: id) != nil || hadRoutes || hadBus
  }

  mutating func set(_ route: PipeWireRoute, ofCard id: UInt32) {
    routes[id, default: [:]][route.device] = route
  }

  mutating func setBus(_ bus: String?, ofCard id: UInt32) { buses[id] = bus }

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

  /// What was said of the default sink has lasted: there is none.
  mutating func settleDoubt() {
    isSinkDoubtful = false
    defaultSink = nil
  }

  /// There is nobody any more who chooses them.
  mutating func forgetDefaults() {
    isSinkDoubtful = false
    defaultSink = nil
    defaultSource = nil
    isDefaultKnown = false
  }

  /// Where a stream goes that isn't linked yet: to its target, by name or serial, or the default.
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

  private func endpoint(_ fits: (Endpoint) -> Bool) -> Endpoint? { byID.values.first(where: fits) }

  /// What the card says of where a sink or source leads now.
  func route(of endpoint: Endpoint) -> PipeWireRoute? {
    guard let card = endpoint.card, let device = endpoint.cardDevice else { return nil }
    return routes[card]?[device]
  }

  /// The bus of an endpoint's card, such as `usb`.
  func bus(of endpoint: Endpoint) -> String? {
    endpoint.connection.bus ?? endpoint.card.flatMap { buses[$0] }
  }
}
