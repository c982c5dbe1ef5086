/// The two programs that are configured, and which sections are in whose files.
package enum SectionOwner: String, Sendable {
  case daemon = "audiosessiond.conf"
  case agent = "audiosession-agent.conf"

  /// What an error adds if a section that this program doesn't know is the other one's:
  /// `; [Agent] belongs to audiosession-agent.conf`.
  ///
  /// - Parameter header: The section's header without its brackets.
  /// - Returns: The words; nil if the section isn't the other one's.
  package func hint(ofForeign header: String) -> String? {
    let name = String(header.prefix { $0 != " " })
    let other: SectionOwner = self == .daemon ? .agent : .daemon
    guard other.has(name) else { return nil }
    return "; [\(name)] belongs to \(other.rawValue)"
  }

  private func has(_ section: String) -> Bool {
    switch self {
    case .daemon: Setting.Section(rawValue: section) != nil
    case .agent: ["Agent", "Output", "Rule"].contains(section)
    }
  }
}
