import AudioSessionJSON
package import AudioSessionSchema

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
}

extension Port: DescribedObject {
  package static var component: String? { "Port" }
  package static var unsent: Port? { Port(portType: "", name: "", portID: "") }

  package static func members<A: Archive & ~Copyable>(
    _ it: Port?,
    of archive: inout A
  ) throws(A.Fault) -> Port {
    Port(
      portType: try archive.member(
        "portType",
        it?.portType,
        .name,
        "The type, in Apple's words: `Speaker`, `Headphones`, …"
      ),
      name: try archive.member("name", it?.name, .name, "The name, for people."),
      portID: try archive.member(
        "portID",
        it?.portID,
        .name,
        "Tells the port from others of its type."
      )
    )
  }
}

/// The audio route: the ports through which sound comes in and goes out.
package struct RouteObject: Equatable, Sendable {
  package var inputs: [Port]
  package var outputs: [Port]
  /// Nil if nothing is known of it.
  package var hardware: HardwareObject?

  package init(inputs: [Port] = [], outputs: [Port] = [], hardware: HardwareObject? = nil) {
    self.inputs = inputs
    self.outputs = outputs
    self.hardware = hardware
  }

  /// Whether it is the same route, whatever is known of its hardware.
  package func hasPorts(of other: RouteObject) -> Bool {
    inputs == other.inputs && outputs == other.outputs
  }
}

extension RouteObject: DescribedObject, JSONEncodable {
  package static var component: String? { "Route" }
  package static var unsent: RouteObject? { RouteObject() }

  package static func members<A: Archive & ~Copyable>(
    _ it: RouteObject?,
    of archive: inout A
  ) throws(A.Fault) -> RouteObject {
    RouteObject(
      inputs: try archive.member(
        "inputs",
        it?.inputs,
        .list(Port.shape, atMost: 32),
        "The ports through which sound comes in."
      ),
      outputs: try archive.member(
        "outputs",
        it?.outputs,
        .list(Port.shape, atMost: 32),
        "The ports through which sound goes out."
      ),
      hardware: try archive.optional(
        "hardware",
        it?.hardware,
        "What is known of their devices; left out if nothing is."
      )
    )
  }
}
