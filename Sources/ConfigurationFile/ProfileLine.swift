import AudioSessionSchema

/// The line `Profile=NAME` of `[Policy]` that counts: the last one.
struct ProfileLine {
  let name: String
  private let place: Place

  /// Finds the line; nil if there is none, or if it is empty.
  init?(in files: [ConfigurationFiles.File]) {
    var found: (name: String, place: Place)?
    for file in files {
      guard case .text(let text) = file.content else { continue }
      var isPolicy = false
      for line in text.lines {
        switch line.content {
        case .section(let name): isPolicy = name == Setting.Section.policy.rawValue
        case .assignment("Profile", let name) where isPolicy: found = (name, line.place)
        case .assignment, .malformed: break
        }
      }
    }
    guard let found, !found.name.isEmpty else { return nil }
    (name, place) = found
  }

  /// That there is no such profile.
  func fault(insteadOf names: [String]) -> ConfigurationFault {
    let expected =
      names.isEmpty
      ? "no profile: there is none here"
      : "a profile: \(names.alternatives)\(names.guess(at: name))"
    return ConfigurationFault(at: place, found: "Profile=\(name)", expected: expected)
  }
}
