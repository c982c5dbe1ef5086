import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

/// The sections `[Role NAME]`, as they are read (R66).
struct RoleSections {
  private struct Section {
    var place: Place
    /// Its `like` counts once ``hasLike`` is set.
    var role: Policy.Role
    var hasLike = false
    /// A `Like=` was wrong, which was reported where it stands.
    var isWrong = false
  }

  private var sections: [Section] = []

  /// The fault in a role's name, nil if there is none; its length is judged at the end.
  static func fault(inName name: String) -> String? {
    if name == Kind.accessibility.builtInName {
      return "another name: the role \(name) is built in, and only its cells may be overridden"
    }
    if Kind(name: name) != nil { return "another name: \(name) is a kind" }
    if Grant(rawValue: name) != nil { return "another name: \(name) is a grant" }
    let isFit = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isFit ? nil : "a name of letters, digits, - and _"
  }

  /// A header was read; roles have the order of their first ones.
  mutating func enter(_ name: String, at place: Place) {
    guard index(of: name) == nil else { return }
    sections.append(Section(place: place, role: Policy.Role(name, like: .exclusive)))
  }

  /// A `Like=` was read; nil if it was wrong.
  mutating func setLike(of name: String, _ kind: Kind?) {
    guard let index = index(of: name) else { return }
    guard let kind else { return sections[index].isWrong = true }
    sections[index].role.like = kind
    sections[index].hasLike = true
  }

  /// A flag was read.
  mutating func setFlag(
    of name: String,
    _ property: Property<Policy.Role, Bool>,
    _ value: Bool
  ) {
    guard let index = index(of: name) else { return }
    property.set(value, in: &sections[index].role)
  }

  /// The declared roles.
  func resolve(nameBytes: Int, _ faults: inout [ConfigurationFault]) -> [Policy.Role] {
    var roles: [Policy.Role] = []
    for section in sections {
      var expected: String?
      if section.role.name.utf8.count > nameBytes {
        expected = "a name of at most NameBytes=\(nameBytes) bytes"
      } else if roles.count == Policy.maximumRoles {
        expected = "at most \(Policy.maximumRoles) roles"
      } else if !section.hasLike, !section.isWrong {
        expected = "a line Like= below it"
      }
      if let expected {
        let found = "[Role \(section.role.name)]"
        faults.append(ConfigurationFault(at: section.place, found: found, expected: expected))
      } else if section.hasLike {
        roles.append(section.role)
      }
    }
    return roles
  }

  private func index(of name: String) -> Int? { sections.firstIndex { $0.role.name == name } }
}
