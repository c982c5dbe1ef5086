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

  static let members: [MemberDescription] = [
    .required("portType", .name, "What it is, by Apple's word: `Speaker`, `Headphones`, …"),
    .required("name", .name, "What people call it."),
    .required("portID", .name, "What tells it from others of its type."),
  ]
}

extension Port: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("portType", portType)
    writer.member("name", name)
    writer.member("portID", portID)
    writer.endObject()
  }
}

/// Where sound comes in and goes out.
package struct Route: Equatable, Sendable {
  package var inputs: [Port]
  package var outputs: [Port]

  package init(inputs: [Port] = [], outputs: [Port] = []) {
    self.inputs = inputs
    self.outputs = outputs
  }

  static let members: [MemberDescription] = [
    .required("inputs", ports, "Where sound comes in."),
    .required("outputs", ports, "Where sound goes out."),
  ]

  private static let ports = Shape.list(.component(.port), atMost: 32)
}

extension Route: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("inputs", inputs)
    writer.member("outputs", outputs)
    writer.endObject()
  }
}
