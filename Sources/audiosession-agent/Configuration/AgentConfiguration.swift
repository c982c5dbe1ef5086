import AudioSessionConfigurationFile
import Enforcement

/// The agent's settings, and where they came from.
struct AgentConfiguration: Equatable, Sendable {
  private(set) var settings = AgentSettings()
  /// The files in effect, in the order they were read.
  private(set) var files: [String] = []
  /// Files left out as a whole because of an error, in order.
  private(set) var leftOut: [LeftOutFile] = []
  /// Files among the drop-ins that are ignored, since their names don't end in `.conf`.
  private(set) var ignored: [String] = []
  /// Suspicious lines that don't keep a file from taking effect.
  private(set) var warnings: [ConfigurationFault] = []
  /// The place that last set each value, by keys such as `Agent.Fade`, `Output kitchen.Zone`, `Rule
  /// games`.
  private(set) var setBy: [String: Place] = [:]

  /// Reads the files of `source`; later files override earlier ones.
  init(_ source: ConfigurationSource) { self.init(ConfigurationFiles(source)) }

  /// Applies the files in order: a file's rules precede earlier ones, but a rule of an existing
  /// name replaces that one in its place.
  ///
  /// A file with an error is left out as a whole: half of what was meant may be the opposite of it.
  init(_ found: ConfigurationFiles) {
    ignored = found.ignored
    for file in found.files {
      switch file.content {
      case .unreadable(let fault): leftOut.append(LeftOutFile(file: file.path, faults: [fault]))
      case .text(let text):
        let reader = AgentFileReader(text, over: settings)
        guard reader.faults.isEmpty else {
          leftOut.append(LeftOutFile(file: file.path, faults: reader.faults))
          continue
        }
        files.append(file.path)
        take(reader)
      }
    }
  }

  /// All errors, in the order of reading.
  var faults: [ConfigurationFault] { leftOut.flatMap { $0.faults } }

  private mutating func take(_ reader: AgentFileReader) {
    var rules = settings.rules.rules
    settings = reader.settings
    for (setting, place) in reader.setBy { setBy[setting] = place }
    var new: [AdoptionRule] = []
    for section in reader.rules {
      let former = rules.firstIndex { $0.name == section.name }
      switch (former, section.isRemoval) {
      case (let former?, true): rules.remove(at: former)
      case (let former?, false): rules[former] = section.rule
      case (nil, false): new.append(section.rule)
      case (nil, true):
        warnings.append(
          ConfigurationFault(
            at: section.place,
            found: "[Rule \(section.name)]",
            expected: "keys below it, or a rule of this name in an earlier file to remove",
            isWarning: true
          )
        )
      }
    }
    settings.rules = AdoptionRules(new + rules)
  }
}
