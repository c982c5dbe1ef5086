import AudioSessionConfigurationFile
import Enforcement

/// Prints the settings in effect as a configuration file, for `--check-config`.
enum AgentConfigurationPrinter {
  /// The settings, preceded by the files that were read; above each is the place that set it.
  static func effective(_ configuration: AgentConfiguration) -> String {
    let settings = configuration.settings
    func place(_ key: String) -> [String] { configuration.setBy[key].map { ["# \($0)"] } ?? [] }
    func lines<Section>(_ keys: [SectionKey<Section>], _ section: Section) -> [String] {
      keys.flatMap { key in key.values(section).map { "\(key.name)=\($0)" } }
    }
    var text = configuration.files.map { "# \($0)" }
    if text.isEmpty { text = ["# \(noFile)"] }
    text += configuration.ignored.map { "# ignored, since its name doesn't end in .conf: \($0)" }
    text += ["", "[Agent]"]
    text += SectionKey.agent.flatMap { place("Agent.\($0.name)") + lines([$0], settings) }
    for (node, zone) in settings.outputZones.sorted(by: { $0.key < $1.key }) {
      let section = OutputSection(node: node, zone: zone)
      text += ["", "[Output \(node)]"] + place("Output \(node).Zone")
      text += lines(SectionKey.output, section)
    }
    for rule in settings.rules.rules {
      let header = "Rule \(rule.name)"
      text += ["", "[\(header)]"] + place(header)
      let section = RuleSection(rule, at: configuration.setBy[header] ?? Place(file: ""))
      text += lines(rule.adoption == nil ? SectionKey.leaving : SectionKey.rule, section)
    }
    return text.joined(separator: "\n")
  }

  /// The message if no configuration file was found.
  static let noFile = "no configuration file was found, and so no stream is adopted"
}

extension SectionKey where Section == RuleSection {
  /// The keys of a rule that gives nothing.
  fileprivate static let leaving = rule.filter {
    AdoptionRule.Property(rawValue: $0.name) != nil || $0.name == "Action"
  }
}
