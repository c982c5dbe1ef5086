import AudioSessionConfigurationFile
import AudioSessionSchema
import AudioSessionWire
import Enforcement

/// Reads one file of the agent's configuration.
///
/// It doesn't stop at the first error, so that all of them can be corrected at once.
struct AgentFileReader {
  /// The earlier settings, overridden by `[Agent]` and `[Output NODE-NAME]`.
  private(set) var settings: AgentSettings
  private(set) var rules: [RuleSection] = []
  private(set) var faults: [ConfigurationFault] = []
  /// Where each value was set, by section and key.
  private(set) var setBy: [String: Place] = [:]

  private enum Heading {
    case missing
    /// It was reported; the lines below it are skipped.
    case wrong
    case agent
    case output(OutputSection)
    /// The last of ``rules``.
    case rule
  }
  private var heading = Heading.missing

  /// Applies `file` to `settings`, except for its rules.
  init(_ file: UnitFile, over settings: AgentSettings) {
    self.settings = settings
    for line in file.lines {
      switch line.content {
      case .malformed(let found, let expected): report(found, expected: expected, at: line.place)
      case .section(let name): enter(name, at: line.place)
      case .assignment(let key, let value): assign(key, value, at: line.place)
      }
    }
    faults += rules.flatMap { $0.faults }
    faults.sort { $0.place.line < $1.place.line }
  }

  private static let headers = ["[Agent]", "[Output NODE-NAME]", "[Rule NAME]"]

  private mutating func enter(_ header: String, at place: Place) {
    let words = header.split(separator: " ", maxSplits: 1).map(String.init)
    heading = .wrong
    switch (words.first, words.count) {
    case ("Agent", 1): heading = .agent
    case ("Output", 2): heading = .output(OutputSection(node: words[1]))
    case ("Rule", 2):
      let name = words[1]
      guard !name.contains(" ") else {
        return report("[\(header)]", expected: "a name of one word", at: place)
      }
      guard !rules.contains(where: { $0.name == name }) else {
        return report("[\(header)]", expected: "a name that no rule above has", at: place)
      }
      rules.append(RuleSection(name, at: place))
      setBy[header] = place
      heading = .rule
    default:
      let hint =
        SectionOwner.agent.hint(ofForeign: header)
        ?? Self.headers.guess(at: "[\(header)]")
      report("[\(header)]", expected: Self.headers.alternatives + hint, at: place)
    }
  }

  private mutating func assign(_ key: String, _ value: String, at place: Place) {
    switch heading {
    case .missing: report("\(key)=\(value)", expected: "a [Section] above it", at: place)
    case .wrong: break
    case .agent:
      var section = settings
      guard set(key, value, at: place, SectionKey.agent, &section) else { return }
      settings = section
      setBy["Agent.\(key)"] = place
    case .output(var section):
      guard set(key, value, at: place, SectionKey.output, &section) else { return }
      settings.outputZones[section.node] = section.zone
      setBy["Output \(section.node).\(key)"] = place
    case .rule:
      guard var section = rules.popLast() else { return }
      // Also when it is wrong: the section isn't empty.
      section.setBy[key] = place
      if !set(key, value, at: place, SectionKey.rule, &section) { section.isFaulty = true }
      rules.append(section)
    }
  }

  /// Sets a key of a section, or reports it and returns false.
  private mutating func set<Section>(
    _ key: String,
    _ value: String,
    at place: Place,
    _ keys: [SectionKey<Section>],
    _ section: inout Section
  ) -> Bool {
    guard let known = keys.first(where: { $0.name == key }) else {
      let names = keys.map { "\($0.name)=" }
      let expected = names.alternatives + names.guess(at: "\(key)=")
      report("\(key)=\(value)", expected: expected, at: place)
      return false
    }
    guard known.set(value, &section) else {
      report("\(key)=\(value)", expected: known.expected, at: place)
      return false
    }
    return true
  }

  private mutating func report(_ found: String, expected: String, at place: Place) {
    faults.append(ConfigurationFault(at: place, found: found, expected: expected))
  }
}
