/// What a topic is about.
///
/// A machine publishes below `node/NAME` only, where NAME is its own, so that a broker's access list can
/// hold it to that.
package enum Topic: Hashable, Sendable {
  /// Whether a machine's bridge is there.
  case presence(HouseName)
  /// A session of a machine.
  case session(RemoteID)
  /// What became of a session on another machine, the one named first.
  case outcome(by: HouseName, of: RemoteID)
  /// That a machine has a shared device, or wants it.
  case claim(by: HouseName, on: HouseName)
  /// What is heard on a machine.
  case activity(HouseName)

  /// The version of the messages is a part of every topic.
  private static let version = "audiosession/1"

  /// The topic's text in a house.
  package func text(in house: HouseName) -> String {
    let start = "\(Topic.version)/\(house)/node"
    switch self {
    case .presence(let node): return "\(start)/\(node)/presence"
    case .session(let id): return "\(start)/\(id.node)/session/\(id.epoch)/\(id.number)"
    case .outcome(let node, let id):
      return "\(start)/\(node)/outcome/\(id.node)/\(id.epoch)/\(id.number)"
    case .claim(let node, let device): return "\(start)/\(node)/claim/\(device)"
    case .activity(let node): return "\(start)/\(node)/activity"
    }
  }

  /// - Returns: Nil if the text is no such topic of that house.
  package init?(_ text: String, in house: HouseName) {
    let levels = text.split(separator: "/", maxSplits: 16, omittingEmptySubsequences: false)
    guard levels.count >= 6, levels[0] == "audiosession", levels[1] == "1",
      levels[2] == house.text, levels[3] == "node", let node = HouseName(levels[4])
    else { return nil }
    switch (levels[5], levels.count) {
    case ("presence", 6): self = .presence(node)
    case ("activity", 6): self = .activity(node)
    case ("claim", 7):
      guard let device = HouseName(levels[6]) else { return nil }
      self = .claim(by: node, on: device)
    case ("session", 8):
      guard let id = Topic.id(node, levels[6], levels[7]) else { return nil }
      self = .session(id)
    case ("outcome", 9):
      guard let origin = HouseName(levels[6]), let id = Topic.id(origin, levels[7], levels[8])
      else { return nil }
      self = .outcome(by: node, of: id)
    default: return nil
    }
  }

  /// The machine that says so.
  package var node: HouseName {
    switch self {
    case .presence(let node), .outcome(let node, _), .claim(let node, _), .activity(let node):
      node
    case .session(let id): id.node
    }
  }

  private static func id(_ node: HouseName, _ epoch: Substring, _ number: Substring) -> RemoteID? {
    guard let epoch = HouseName(epoch), let number = UInt64(number) else { return nil }
    return RemoteID(node: node, epoch: epoch, number: number)
  }

  /// The topics that a machine subscribes to as soon as it is connected.
  package static func subscriptions(by settings: HouseSettings) -> [String] {
    let start = "\(version)/\(settings.house)/node"
    let node = settings.node
    let claims = settings.device.map { ["\(start)/+/claim/\($0)"] } ?? []
    return [
      "\(start)/\(node)/presence", "\(start)/+/session/+/+", "\(start)/+/outcome/\(node)/+/+",
    ] + claims
  }

  /// How the topics of a machine's commands begin: they are in a branch of their own, so that a
  /// broker's access list can keep them from whoever only tells.
  static func commands(to settings: HouseSettings) -> String {
    "\(version)/\(settings.house)/command/\(settings.node)/"
  }
}
