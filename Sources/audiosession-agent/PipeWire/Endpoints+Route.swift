import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import Enforcement

extension Endpoints {
  /// The output, unless it is a dummy.
  var device: Endpoint? { output.flatMap { $0.isDummy ? nil : $0 } }

  /// Whether the output belongs to a card.
  var hasCard: Bool { device.flatMap { card(of: $0) } != nil }

  /// The default output and input, as reported to the daemon (R40).
  var currentRoute: RouteObject {
    RouteObject(
      inputs: input.map { [port(ofSource: $0)] } ?? [],
      outputs: device.map { [port(ofSink: $0)] } ?? []
    )
  }

  /// Whether the card mutes the default source in hardware; nil if it can't tell (R43).
  var isMicrophoneMuted: Bool? {
    guard let route = input.flatMap({ route(of: $0) }), route.hasHardwareMute else { return nil }
    return route.isMuted
  }

  /// All inputs, by name.
  var availableInputs: [Port] {
    all.filter { $0.isSource }.map(port(ofSource:)).sorted { $0.portID < $1.portID }
  }

  /// The loudspeaker: the output if it is one, and otherwise the first by name.
  private var loudspeaker: Endpoint? {
    let loudspeakers = all.filter { $0.isSink && port(ofSink: $0).portType == "Speaker" }
    return loudspeakers.first { $0.name == output?.name } ?? loudspeakers.min { $0.name < $1.name }
  }

  var loudspeakerPort: Port? { loudspeaker.map(port(ofSink:)) }

  /// The sink or source of a port; nil if it isn't there.
  func endpoint(of port: StreamPort) -> Endpoint? {
    switch port {
    case .loudspeaker: loudspeaker
    case .input(let id): endpoint { $0.isSource && self.port(ofSource: $0).portID == id }
    }
  }

  private func port(ofSink sink: Endpoint) -> Port {
    let route = route(of: sink)
    let type = PortTypes.output(sink.connection, bus: bus(of: sink), portType: route?.portType)
    return port(type, sink, route)
  }

  private func port(ofSource source: Endpoint) -> Port {
    let route = route(of: source)
    let type = PortTypes.input(
      source.connection,
      bus: bus(of: source),
      portType: route?.portType,
      routeName: route?.name
    )
    return port(type, source, route)
  }

  private func port(_ type: String, _ endpoint: Endpoint, _ route: PipeWireRoute?) -> Port {
    let device = endpoint.description ?? endpoint.name
    let name = PortTypes.isNamedByDevice(type) ? device : route?.description ?? device
    let id = route?.name.map { "\(endpoint.name):\($0)" } ?? endpoint.name
    return Port(
      portType: type,
      name: name.wireName(orElse: "?"),
      portID: id.wireName(orElse: "?")
    )
  }

  /// The name in a metadata value, such as `{"name":"alsa_output.0"}`.
  static func name(inValue value: String) -> String? {
    (try? JSONValue(parsing: value))?["name"]?.string
  }
}
