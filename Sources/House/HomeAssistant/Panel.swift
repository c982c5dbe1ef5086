import AudioSessionJSON

/// This machine on a panel, such as Home Assistant's: what is told there, and what somebody wants there.
struct Panel {
  private let settings: HouseSettings
  /// What is heard now; nil: there is no daemon.
  var activity: ActivityMessage?
  /// The depth of ducking that somebody has set: a daemon that begins anew knows nothing of it.
  private var duckGain: Double?

  init(_ settings: HouseSettings) { self.settings = settings }

  /// How the topics of commands begin.
  private var commands: String { Topic.commands(to: settings) }

  /// The topics that matter, if there is a panel.
  var subscriptions: [String] {
    settings.discovery.map { ["\(commands)+", Discovery.birthTopic($0)] } ?? []
  }

  /// Has the panel find this machine.
  func introduce() -> [BridgeEffect] {
    guard let prefix = settings.discovery else { return [] }
    let payload = Array(Discovery.description(settings).text.utf8)
    return [.announce(topic: Discovery.topic(prefix, settings), payload: payload)]
  }

  /// Takes what was said at a topic that is none of the bridges'.
  mutating func take(_ topic: String, _ payload: [UInt8]) -> [BridgeEffect] {
    guard let prefix = settings.discovery else { return [] }
    if topic == Discovery.birthTopic(prefix) {
      return payload == Array(Discovery.birth.utf8) ? introduce() : []
    }
    guard topic.hasPrefix(commands),
      let command = PanelCommand(topic.dropFirst(commands.count), payload)
    else { return [] }
    if case .setDuckGain(let gain) = command { duckGain = gain }
    return [.obey(command)]
  }

  /// Says again to a daemon what it can't know.
  func restore() -> [BridgeEffect] { duckGain.map { [.obey(.setDuckGain($0))] } ?? [] }
}
