/// The audio route of the machine, as it was last reported to the daemon.
public struct Route: Hashable, Sendable {
  /// An input or output device of a route: a loudspeaker, a headset, a microphone.
  public struct Port: Hashable, Sendable {
    /// The type of port, by Apple's name, such as `Speaker` or `Headphones`.
    public let type: String
    /// The name to show to people.
    public let name: String
    /// The identifier that distinguishes it from other ports of its type.
    public let id: String

    /// Creates a port.
    public init(type: String, name: String, id: String) {
      self.type = type
      self.name = name
      self.id = id
    }
  }

  /// The ports from which audio is recorded.
  public let inputs: [Port]
  /// The ports on which audio is played.
  public let outputs: [Port]
  /// What is known of their devices.
  public let hardware: Hardware

  /// Creates a route; without ports it stands for one that hasn't been reported.
  public init(inputs: [Port] = [], outputs: [Port] = [], hardware: Hardware = Hardware()) {
    self.inputs = inputs
    self.outputs = outputs
    self.hardware = hardware
  }
}

extension Route.Port: CustomStringConvertible {
  /// The name with the type, such as `Desk (Speaker)`.
  public var description: String { "\(name) (\(type))" }
}

extension Route: CustomStringConvertible {
  /// The names of the ports, such as `in: Mic (MicrophoneBuiltIn); out: Desk (Speaker)`.
  public var description: String {
    func list(_ ports: [Port]) -> String {
      ports.isEmpty ? "none" : ports.map(\.description).joined(separator: ", ")
    }
    return "in: \(list(inputs)); out: \(list(outputs))"
  }
}
