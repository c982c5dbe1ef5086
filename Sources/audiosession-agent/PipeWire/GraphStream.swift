import Enforcement

/// A program's stream as PipeWire shows it.
struct GraphStream {
  /// `object.serial`: it is never given again while the server lives.
  let serial: UInt64
  let direction: StreamDirection
  /// The client that made it; nil: the server itself.
  let client: UInt32?
  private var nodeName = ""
  private var mediaName = ""
  private var mediaRole: String?
  private var applicationName: String?
  /// The sink or source that it asks for, by name or serial.
  private var target: String?
  /// It listens to what others play: no microphone is used.
  private var capturesSink = false
  /// It is one end of a filter, such as an equalizer or an echo canceller, which passes on the sound
  /// of others.
  private var isFilter = false
  /// All properties have come, and not only the registry's.
  private var isDescribed = false

  var state = StreamState.suspended
  var volumes: StreamVolumes?
  /// What the enforcer was told last; nil: nothing, or that it is gone.
  var reported: StreamDescription?
  /// What we set last, while the stream is touched.
  var touch: [Float]?
  /// A `Start` of ours may have come when its program had just stopped it.
  var isStartStray = false

  /// A stream of which the registry's word is known; nil if the node is no stream of sound.
  init?(announcement properties: PipeWireProperties) {
    switch properties["media.class"] {
    case "Stream/Output/Audio": direction = .output
    case "Stream/Input/Audio": direction = .input
    default: return nil
    }
    serial = properties.number("object.serial", as: UInt64.self) ?? 0
    client = properties.number("client.id", as: UInt32.self)
    read(properties)
  }

  /// All properties, at first or anew.
  mutating func update(_ properties: PipeWireProperties) {
    isDescribed = true
    read(properties)
  }

  private mutating func read(_ properties: PipeWireProperties) {
    nodeName = properties["node.name"] ?? ""
    mediaName = properties["media.name"] ?? ""
    mediaRole = MediaRoles.normalized(properties["media.role"])
    applicationName = properties["application.name"]
    target = properties["target.object"] ?? properties["node.target"]
    isFilter = properties["node.link-group"] != nil
    capturesSink =
      properties.isTrue("stream.capture.sink") || properties.isTrue("stream.monitor")
  }

  /// Whether the enforcer is to know of it.
  ///
  /// A stream that plays is told at once, before anything of it is heard. One that captures is told
  /// when it is known that it doesn't capture what others play: a recorder of a sink's monitor and
  /// a mixer's level meter hear no microphone. A filter is nobody's sound, and to lower it would lower
  /// everybody's.
  ///
  /// - Parameter peer: What it is linked to.
  /// - Returns: Whether it is to be told now.
  func isOfInterest(linkedTo peer: Endpoint?) -> Bool {
    if isFilter { return false }
    return switch direction {
    case .output: true
    case .input: isDescribed && !capturesSink && peer?.isSource != false
    }
  }

  /// Describes it for the enforcer.
  ///
  /// - Parameters:
  ///   - client: What is known of who made it.
  ///   - peer: What it is linked to.
  ///   - endpoints: What it could be linked to.
  /// - Returns: All that is known of it now.
  func description(
    client: GraphClient?,
    linkedTo peer: Endpoint?,
    _ endpoints: Endpoints
  ) -> StreamDescription {
    let owner = client?.owner ?? .unknown(because: "PipeWire made the stream by itself")
    var description = StreamDescription(direction: direction, owner: owner)
    description.nodeName = nodeName
    description.mediaName = mediaName
    description.mediaRole = mediaRole
    description.applicationName = applicationName ?? client?.applicationName ?? ""
    description.binary = client?.binary ?? ""
    description.portalAppID = client?.portalAppID
    description.ancestors = client?.ancestors ?? []
    description.device = (peer ?? endpoints.destination(direction, target: target))?.name
    return description
  }
}
