/// One end of the route: a loudspeaker, a headset, a microphone.
public struct Port: Hashable, Sendable {
  /// What it is, by Apple's word: `Speaker`, `Headphones`, ….
  public let type: String
  /// What people call it.
  public let name: String
  /// What tells it from others of its type.
  public let id: String

  /// A port of these words.
  public init(type: String, name: String, id: String) {
    self.type = type
    self.name = name
    self.id = id
  }
}

/// Where sound comes in and goes out, as somebody has reported it to the daemon.
public struct Route: Hashable, Sendable {
  /// Where sound comes in.
  public let inputs: [Port]
  /// Where sound goes out.
  public let outputs: [Port]

  /// A route through these ports; nobody has reported any yet if there are none.
  public init(inputs: [Port] = [], outputs: [Port] = []) {
    self.inputs = inputs
    self.outputs = outputs
  }
}
