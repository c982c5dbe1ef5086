/// One end of the route: a loudspeaker, a headset, a microphone.
package struct Port: Equatable, Sendable {
  package var portType: String
  package var name: String
  package var portID: String

  package init(portType: String, name: String, portID: String) {
    self.portType = portType
    self.name = name
    self.portID = portID
  }

  init(_ parameters: borrowing Parameters) {
    portType = parameters.required(parameters.string("portType"))
    name = parameters.required(parameters.string("name"))
    portID = parameters.required(parameters.string("portID"))
  }
}

extension Port: RowEncodable {
  package static let rows: [Row<Port>] = [
    .required(
      "portType",
      .name,
      "The type, in Apple's words: `Speaker`, `Headphones`, …",
      \.portType
    ),
    .required("name", .name, "The name, for people.", \.name),
    .required("portID", .name, "Tells the port from others of its type.", \.portID),
  ]
}

/// The audio route: the ports through which sound comes in and goes out.
package struct Route: Equatable, Sendable {
  package var inputs: [Port]
  package var outputs: [Port]

  package init(inputs: [Port] = [], outputs: [Port] = []) {
    self.inputs = inputs
    self.outputs = outputs
  }
}

extension Route: RowEncodable {
  package static let rows: [Row<Route>] = [
    .required("inputs", ports, "The ports through which sound comes in.", \.inputs),
    .required("outputs", ports, "The ports through which sound goes out.", \.outputs),
  ]

  private static let ports = Shape.list(.component(.port), atMost: 32)
}
