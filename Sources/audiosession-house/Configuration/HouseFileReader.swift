import AudioSessionConfigurationFile
import AudioSessionSchema
import House

/// Reads one file of the bridge's configuration.
///
/// It doesn't stop at the first error, so that all of them can be corrected at once.
struct HouseFileReader {
  /// The earlier choices, overridden by this file.
  private(set) var choices: HouseChoices
  private(set) var faults: [ConfigurationFault] = []
  /// Where each value was set, by section and key.
  private(set) var setBy: [String: Place] = [:]

  private enum Heading {
    case missing
    /// It was reported; the lines below it are skipped.
    case wrong
    case house, broker, device, homeAssistant, imports
  }
  private var heading = Heading.missing

  /// Applies `file` to `choices`.
  init(_ file: UnitFile, over choices: HouseChoices) {
    self.choices = choices
    for line in file.lines {
      switch line.content {
      case .malformed(let found, let expected): report(found, expected: expected, at: line.place)
      case .section(let name): enter(name, at: line.place)
      case .assignment(let key, let value): assign(key, value, at: line.place)
      }
    }
  }

  private static let headers = [
    "[House]", "[Broker]", "[Device]", "[HomeAssistant]", "[Import]",
  ]

  private mutating func enter(_ header: String, at place: Place) {
    switch header {
    case "House": heading = .house
    case "Broker": heading = .broker
    case "Device": heading = .device
    case "HomeAssistant": heading = .homeAssistant
    case "Import": heading = .imports
    default:
      heading = .wrong
      let hint =
        SectionOwner.house.hint(ofForeign: header) ?? Self.headers.guess(at: "[\(header)]")
      report("[\(header)]", expected: Self.headers.alternatives + hint, at: place)
    }
  }

  private mutating func assign(_ key: String, _ value: String, at place: Place) {
    switch heading {
    case .missing: report("\(key)=\(value)", expected: "a [Section] above it", at: place)
    case .wrong: break
    case .house: set(key, value, at: place, SectionKey.house, in: "House")
    case .broker: set(key, value, at: place, SectionKey.broker, in: "Broker")
    case .device: set(key, value, at: place, SectionKey.device, in: "Device")
    case .homeAssistant:
      set(key, value, at: place, SectionKey.homeAssistant, in: "HomeAssistant")
    case .imports:
      guard KindName.isValid(key) else {
        return report("\(key)=\(value)", expected: KindName.expected, at: place)
      }
      guard let treatment = Treatment(word: value) else {
        return report("\(key)=\(value)", expected: Treatment.expected, at: place)
      }
      choices.treatments[key] = treatment
      setBy["Import.\(key)"] = place
    }
  }

  private mutating func set(
    _ key: String,
    _ value: String,
    at place: Place,
    _ keys: [SectionKey<HouseChoices>],
    in section: String
  ) {
    guard let known = keys.first(where: { $0.name == key }) else {
      let names = keys.map { "\($0.name)=" }
      let expected = names.alternatives + names.guess(at: "\(key)=")
      return report("\(key)=\(value)", expected: expected, at: place)
    }
    guard known.set(value, &choices) else {
      return report("\(key)=\(value)", expected: known.expected, at: place)
    }
    setBy["\(section).\(key)"] = place
  }

  private mutating func report(_ found: String, expected: String, at place: Place) {
    faults.append(ConfigurationFault(at: place, found: found, expected: expected))
  }
}
