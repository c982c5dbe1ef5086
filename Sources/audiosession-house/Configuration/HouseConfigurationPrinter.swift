import AudioSessionConfigurationFile

/// Prints the settings in effect as a configuration file, for `--check-config`.
enum HouseConfigurationPrinter {
  /// The settings, preceded by the files that were read; above each is the place that set it.
  static func effective(_ configuration: HouseConfiguration) -> String {
    let choices = configuration.choices
    func place(_ key: String) -> [String] { configuration.setBy[key].map { ["# \($0)"] } ?? [] }
    func lines(_ section: String, _ keys: [SectionKey<HouseChoices>]) -> [String] {
      keys.flatMap { key in
        let values = key.values(choices).map { "\(key.name)=\($0)" }
        return values.isEmpty ? [] : place("\(section).\(key.name)") + values
      }
    }
    var text = configuration.files.map { "# \($0)" }
    if text.isEmpty { text = ["# no configuration file was found"] }
    text += configuration.ignored.map { "# ignored, since its name doesn't end in .conf: \($0)" }
    text += ["", "[House]"] + lines("House", SectionKey.house)
    text += ["", "[Broker]"] + lines("Broker", SectionKey.broker)
    let optional: KeyValuePairs = [
      "Device": SectionKey<HouseChoices>.device, "HomeAssistant": SectionKey.homeAssistant,
    ]
    for (name, keys) in optional {
      let settings = lines(name, keys)
      if !settings.isEmpty { text += ["", "[\(name)]"] + settings }
    }
    text += ["", "[Import]"]
    for (kind, treatment) in choices.treatments.sorted(by: { $0.key < $1.key }) {
      text += place("Import.\(kind)") + ["\(kind)=\(treatment.word)"]
    }
    return text.joined(separator: "\n")
  }
}
