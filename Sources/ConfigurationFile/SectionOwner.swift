/// The programs that are configured, and which sections are in whose files.
package enum SectionOwner: String, Sendable {
  case daemon = "audiosessiond.conf"
  case agent = "audiosession-agent.conf"
  case house = "audiosession-house.conf"

  private static let all: [SectionOwner] = [.daemon, .agent, .house]

  /// What an error adds if a section that this program doesn't know is another's:
  /// `; [Agent] belongs to audiosession-agent.conf`.
  ///
  /// - Parameter header: The section's header without its brackets.
  /// - Returns: The words; nil if the section is nobody else's.
  package func hint(ofForeign header: String) -> String? {
    let name = String(header.prefix { $0 != " " })
    let owner = SectionOwner.all.first { $0 != self && $0.has(name) }
    return owner.map { "; [\(name)] belongs to \($0.rawValue)" }
  }

  private func has(_ section: String) -> Bool {
    switch self {
    case .daemon: Setting.Section(rawValue: section) != nil
    case .agent: ["Agent", "Output", "Rule"].contains(section)
    case .house: ["House", "Broker", "Import"].contains(section)
    }
  }
}
