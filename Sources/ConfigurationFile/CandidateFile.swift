package import AudioSessionTypes

/// A configuration file to be tried by a daemon, which doesn't look up users and groups.
package struct CandidateFile: Equatable, Sendable {
  /// The policy that it would bring into force.
  package let policy: Policy
  /// Its faults; with any, nothing of it would take effect.
  package let faults: [ConfigurationFault]
  /// Its warnings: users and groups that don't exist here.
  package let warnings: [ConfigurationFault]
  /// The file without its comments, behind the profile that it names, with users and groups by
  /// number.
  package let text: String

  /// Reads the file as a daemon would that is given no other.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - accounts: Looks up users and groups.
  package init(_ path: String, accounts: AccountIDs) {
    let files = ConfigurationFiles(.file(path))
    let loaded = Settings.load(files, instanceUser: nil, accounts: accounts)
    policy = loaded.settings.policy
    faults = loaded.faults
    warnings = loaded.warnings
    let profile = ProfileLine(in: files.files).flatMap { files.profile($0.name) }
    // What can't be read is a fault already.
    let texts = ([profile].compactMap { $0 } + files.files).map { file in
      if case .text(let text) = file.content { CandidateFile.text(of: text, accounts) } else { "" }
    }
    text = texts.joined()
  }

  /// The path of an installed profile; nil if there is none of that name.
  package static func path(ofProfile name: String) -> String? { profiles.profile(name)?.path }

  /// The names of the installed profiles, sorted.
  package static var profileNames: [String] { profiles.profileNames }

  private static var profiles: ConfigurationFiles {
    ConfigurationFiles(profileFolders: ConfigurationSource.system().profileFolders)
  }

  private static func text(of file: UnitFile, _ accounts: AccountIDs) -> String {
    var isGrant = false
    var text = ""
    for line in file.lines {
      switch line.content {
      case .section(let name):
        isGrant = name.split(separator: " ").first == "Grant"
        text += "[\(name)]\n"
      case .assignment("Users", let names) where isGrant:
        text += self.line("Users", names, accounts.userID)
      case .assignment("Groups", let names) where isGrant:
        text += self.line("Groups", names, accounts.groupID)
      case .assignment("Profile", _): break
      case .assignment(let key, let value): text += "\(key)=\(value)\n"
      case .malformed: break
      }
    }
    return text
  }

  /// A list by number; one of which nobody is left says nothing, for an empty one would clear.
  private static func line(
    _ key: String,
    _ names: String,
    _ number: (String) -> UInt32?
  ) -> String {
    let words = names.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    let numbers = words.compactMap { UInt32($0) ?? number($0) }.map { "\($0)" }
    if numbers.isEmpty && !words.isEmpty { return "" }
    return "\(key)=\(numbers.joined(separator: " "))\n"
  }
}
