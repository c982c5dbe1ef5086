import Enforcement

/// A program's stream as PipeWire shows it.
struct GraphStream {
  /// `object.serial`, which is unique while the server runs.
  let serial: UInt64
  let direction: StreamDirection
  /// The client that created it; nil if the server itself did.
  let client: UInt32?
  private var nodeName = ""
  private var mediaName = ""
  private var mediaRole: String?
  private var applicationName: String?
  /// The requested sink or source, by name or serial.
  private var target: String?
  /// Whether its program lowers it by itself.
  private var lowersItself = false
  /// Whether it captures a sink's monitor rather than a microphone.
  private var capturesSink = false
  /// Whether it is one end of a filter, such as an equalizer or an echo canceller, which passes on
  /// other programs' sound.
  private(set) var isFilter = false
  /// Whether all properties are known, and not only the registry's.
  private var isDescribed = false

  var state = StreamState.suspended
  var volumes: StreamVolumes?
  /// The description that the enforcer was last told; nil if none, or that it is gone.
  var reported: StreamDescription?
  /// The soft volumes we last set, while the stream is touched.
  var touch: [Float]?
  /// The sequence number at which PipeWire has handled our last `Start`; nil once it has.
  var pendingStart: CInt?
  /// Where it is to go, if not where the route leads.
  var destination = StreamDestination()
  /// Whether a `Start` of ours may have arrived just after its program had stopped it.
  var isStartStray = false

  /// Creates a stream from the registry's properties; nil if the node isn't an audio stream.
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

  /// Replaces all properties.
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
    lowersItself = properties["audiosession.gain"] == "self"
    isFilter = properties["node.link-group"] != nil
    capturesSink =
      properties.isTrue("stream.capture.sink") || properties.isTrue("stream.monitor")
  }

  /// Whether the enforcer is told of it.
  ///
  /// A playback stream is told at once, before it is heard. A capture stream is told once it is
  /// known not to capture a sink's monitor, as recorders of it and level meters do. A filter is
  /// never told: lowering it would lower all the sound that passes through.
  ///
  /// - Parameter peer: The sink or source that it is linked to.
  /// - Returns: Whether to tell the enforcer now.
  func isOfInterest(linkedTo peer: Endpoint?) -> Bool {
    if isFilter { return false }
    return switch direction {
    case .output: true
    case .input: isDescribed && !capturesSink && peer?.isSource != false
    }
  }

  /// The description for the enforcer.
  ///
  /// - Parameters:
  ///   - client: Its client, if known.
  ///   - peer: The sink or source that it is linked to.
  ///   - endpoints: All sinks and sources.
  /// - Returns: Everything that is known of it now.
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
    description.sandbox = client?.sandbox
    description.ancestors = client?.ancestors.map { $0.pid } ?? []
    description.parents = client?.ancestors.map { $0.name } ?? []
    description.family = client?.family
    description.lowersItself = lowersItself
    description.device = (peer ?? endpoints.destination(direction, target: target))?.name
    return description
  }
}
