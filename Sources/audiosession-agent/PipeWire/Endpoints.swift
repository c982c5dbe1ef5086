import Enforcement

/// All sinks and sources, the default ones, and the active routes of their cards.
struct Endpoints {
  private var byID: [UInt32: Endpoint] = [:]
  private var defaultSink: String?
  private var defaultSource: String?
  /// Whether the session manager has named a default sink, or said that there is none.
  private(set) var isDefaultKnown = false
  /// Whether it says that there is no default sink, though the last one still exists.
  private(set) var isSinkDoubtful = false
  /// By card and device number.
  private var routes: [UInt32: [Int32: PipeWireRoute]] = [:]
  /// `device.bus` of each card, which its nodes don't repeat.
  private var buses: [UInt32: String] = [:]

  subscript(id: UInt32) -> Endpoint? {
    get { byID[id] }
    set { byID[id] = newValue }
  }

  /// Removes an object, whatever it was.
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

  private func endpoint(_ fits: (Endpoint) -> Bool) -> Endpoint? { byID.values.first(where: fits) }

  /// The card's active route for a sink or source.
  func route(of endpoint: Endpoint) -> PipeWireRoute? {
    guard let card = endpoint.card, let device = endpoint.cardDevice else { return nil }
    return routes[card]?[device]
  }

  /// The bus of an endpoint's card, such as `usb`.
  func bus(of endpoint: Endpoint) -> String? {
    endpoint.connection.bus ?? endpoint.card.flatMap { buses[$0] }
  }
}
