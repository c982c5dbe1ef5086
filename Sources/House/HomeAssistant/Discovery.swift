import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire

/// How Home Assistant finds this machine: MQTT device discovery, as of its version 2024.12.
///
/// It is said when the broker is connected, and when Home Assistant says that it has begun, and isn't
/// retained: what is gone isn't found.
enum Discovery {
  /// The topic at which Home Assistant says that it has begun.
  static func birthTopic(_ prefix: String) -> String { "\(prefix)/status" }

  /// What it says there.
  static let birth = "online"

  /// The topic of the description.
  static func topic(_ prefix: String, _ settings: HouseSettings) -> String {
    "\(prefix)/device/\(identifier(settings))/config"
  }

  /// A name of the machine among all devices: letters, digits, `-` and `_`.
  private static func identifier(_ settings: HouseSettings) -> String {
    let text = "audiosession_\(settings.house)_\(settings.node)"
    return text.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "_")
  }

  /// The machine as a device with seven entities.
  static func description(_ settings: HouseSettings) -> JSONValue {
    let presence = Topic.presence(settings.node).text(in: settings.house)
    let activity = Topic.activity(settings.node).text(in: settings.house)
    return [
      "device": [
        "identifiers": [.string(identifier(settings))],
        "name": .string(settings.node.text),
        "manufacturer": "audiosession",
        "model": "audiosession-house",
        "sw_version": .string(version),
      ],
      "origin": ["name": "audiosession-house", "sw_version": .string(version)],
      "availability": [
        ["topic": .string(presence), "value_template": "{{ value_json.status }}"]
      ],
      "state_topic": .string(activity),
      "components": .object(components(settings, activity)),
    ]
  }

  private static func components(
    _ settings: HouseSettings,
    _ activity: String
  ) -> [JSONValue.Member] {
    let why: [JSONValue.Member] = [
      .init("json_attributes_topic", .string(activity)),
      .init("json_attributes_template", "{{ {'why': value_json.why} | tojson }}"),
    ]
    let depths: [JSONValue.Member] = [
      .init("unit_of_measurement", "dB"), .init("mode", "slider"),
      .init("min", .number("\(ActivityMessage.softest)")), .init("max", 0), .init("step", 0.5),
    ]
    let all = [
      Component("playing", "sensor", "Now playing", "music", [.text("playing"), .expiry]),
      Component("call", "binary_sensor", "Call", "phone", [.flag("call"), .expiry]),
      Component("alarm", "binary_sensor", "Alarm", "alarm", [.flag("alarm"), .expiry]),
      Component("heard", "sensor", "Heard", "ear-hearing", [.text("heard"), .expiry] + why),
      Component(PanelCommand.pause, "button", "Pause all", "pause"),
      Component(PanelCommand.silence, "switch", "Silent switch", "volume-off", [.flag("silenced")]),
      Component(
        PanelCommand.duck,
        "number",
        "Duck depth",
        "volume-low",
        [.template("value_json.duckDepth")] + depths
      ),
    ]
    return all.map { $0.member(identifier(settings), Topic.commands(to: settings)) }
  }

  /// An entity of the device.
  private struct Component {
    let name: String
    let platform: String
    let title: String
    let icon: String
    let members: [JSONValue.Member]

    init(
      _ name: String,
      _ platform: String,
      _ title: String,
      _ icon: String,
      _ members: [JSONValue.Member] = []
    ) {
      (self.name, self.platform, self.title, self.icon) = (name, platform, title, icon)
      self.members = members
    }

    /// Whether it is only looked at.
    private var isSensor: Bool { platform == "sensor" || platform == "binary_sensor" }

    func member(_ device: String, _ commands: String) -> JSONValue.Member {
      let common: [JSONValue.Member] = [
        .init("platform", .string(platform)), .init("name", .string(title)),
        .init("unique_id", .string("\(device)_\(name)")), .init("icon", .string("mdi:\(icon)")),
      ]
      let command: [JSONValue.Member] = [
        .init("command_topic", .string("\(commands)\(name)")), .init("qos", 1),
      ]
      return .init(name, .object(common + members + (isSensor ? [] : command)))
    }
  }
}

extension JSONValue.Member {
  /// What is shown, as a template of what is told.
  fileprivate static func template(_ template: String) -> JSONValue.Member {
    .init("value_template", .string("{{ \(template) }}"))
  }

  /// A text; an empty one, or null, would be shown as unknown.
  fileprivate static func text(_ name: String) -> JSONValue.Member {
    template("value_json.\(name) or 'nothing'")
  }

  fileprivate static func flag(_ name: String) -> JSONValue.Member {
    template("'\(PanelCommand.on)' if value_json.\(name) else '\(PanelCommand.off)'")
  }

  /// What isn't said again in time isn't known any more; only sensors can be told so.
  fileprivate static let expiry = JSONValue.Member(
    "expire_after",
    .number("\(Int(HouseSettings.lease / .seconds(1)))")
  )
}
