import Enforcement

// Streams that go where their programs want them to, rather than where the route leads: their target
// is set in the session manager's metadata. It is set by the node's name, which a session manager
// doesn't remember for the next stream of that program, as it does what users choose by number. A
// second value beside it says that it is ours, so that a later agent finds what a dead one left.
extension Graph {
  /// Has a stream go to a port, or where the route leads.
  func direct(_ stream: StreamID, to port: StreamPort?) {
    hasCommands = true
    streams[stream.number]?.destination.wanted = port
    followPort(of: stream.number)
  }

  /// Follows ports that have come or gone.
  func followPorts() {
    for (id, stream) in streams where stream.destination.isInUse { followPort(of: id) }
  }

  /// Takes a value of the metadata for a stream; without a key all are gone.
  func takeDestination(of id: UInt32, key: String?, _ value: String?) {
    guard let former = streams[id]?.destination else { return }
    streams[id]?.destination.take(key: key, value)
    guard let destination = streams[id]?.destination, destination != former else { return }
    if destination.isInUse { followPort(of: id) }
  }

  private func followPort(of id: UInt32) {
    guard let connection, let metadata = defaultMetadata, let stream = streams[id] else { return }
    // Where its user has sent it, it stays.
    let port = stream.destination.isByUser ? nil : stream.destination.wanted
    let target = port.flatMap { endpoints.endpoint(of: $0) }?.name
    guard target != stream.destination.written else { return }
    streams[id]?.destination.write(target)
    hasCommands = true
    if !stream.destination.isByUser {
      connection.setMetadata(metadata, of: id, Metadata.target, target)
    }
    connection.setMetadata(metadata, of: id, Metadata.ours, target)
    if target == nil { pendingRelease = connection.synchronize() }
  }
}

/// The metadata of streams by which they are directed.
enum Metadata {
  /// The sink or source to use, by name or serial.
  static let target = "target.object"
  /// The same, by its global id; session managers before WirePlumber 0.5 restore it.
  fileprivate static let targetNode = "target.node"
  /// What we set as ``target``.
  static let ours = "audiosession.target"
}

/// Where a stream is to go, by whose wish.
struct StreamDestination: Equatable {
  /// Its program's wish.
  var wanted: StreamPort?
  /// The name that we have set for it; nil if none.
  private(set) var written: String?
  /// What we have set and wasn't shown yet, oldest first.
  private var unseen: [String?] = []
  /// What its user has set, or the session manager for him.
  private var target: String?
  private var targetNode: String?

  /// Whether its user has chosen where it goes.
  fileprivate var isByUser: Bool { target != nil || targetNode != nil }

  /// Whether there is anything to follow.
  fileprivate var isInUse: Bool { wanted != nil || written != nil }

  /// Notes what we set, or that we leave it to its user.
  mutating func write(_ name: String?) {
    written = name
    if !isByUser { unseen.append(name) }
  }

  /// Takes a value that the metadata shows; without a key all are gone.
  mutating func take(key: String?, _ value: String?) {
    // A session manager says -1 for "nowhere in particular".
    let value = value == "-1" ? nil : value
    switch key {
    case nil: self = StreamDestination(wanted: wanted)
    case Metadata.targetNode: targetNode = value
    case Metadata.target:
      if let place = unseen.firstIndex(of: value) {
        unseen.removeSubrange(...place)
        target = nil
      } else {
        target = value
      }
    default: break
    }
  }

  private init(wanted: StreamPort?) { self.wanted = wanted }

  init() {}
}
