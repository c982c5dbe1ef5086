package import AudioSessionTypes
import Foundation

/// The profiles of `config/profiles`, as a scenario names them.
package enum ProfileFile {
  /// The absolute path of their folder.
  package static let folder = Checkout.path("config/profiles")

  /// The names of all profiles, sorted.
  package static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .compactMap { $0.without(suffix: ".conf").map(String.init) }.sorted()
  }

  /// The policy of a profile.
  package static func policy(_ name: String) throws(ScenarioFault) -> Policy {
    try CorePolicy([PolicySetting(section: "Policy", key: "Profile", value: name)]).policy
  }

  /// The settings of a profile, in the order of its lines.
  static func settings(_ name: String) throws(ScenarioFault) -> [PolicySetting] {
    guard let text = try? String(contentsOfFile: "\(folder)/\(name).conf", encoding: .utf8) else {
      throw ScenarioFault("there is no profile \(name)")
    }
    var settings: [PolicySetting] = []
    var section = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("[") {
        section = String(line.dropFirst().dropLast())
      } else if let equals = line.firstIndex(of: "=") {
        let value = String(line[line.index(after: equals)...])
        settings.append(PolicySetting(section: section, key: String(line[..<equals]), value: value))
      }
    }
    return settings
  }
}

extension [PolicySetting] {
  /// The settings with those of the profile that they name before all others.
  package var withProfile: [PolicySetting] {
    get throws(ScenarioFault) {
      guard let name = last(where: { $0.key == "Profile" })?.value else { return self }
      return try ProfileFile.settings(name) + filter { $0.key != "Profile" }
    }
  }
}
