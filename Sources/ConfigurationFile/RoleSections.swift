import AudioSessionTypes
import AudioSessionWire

/// The sections `[Role NAME]`, as they are read (R66).
struct RoleSections {
  private struct Section {
    var name: String
    var place: Place
    var like: Kind?
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
    sections.append(Section(name: name, place: place))
  }

  /// A `Like=` was read; nil if it was wrong.
  mutating func setLike(of name: String, _ kind: Kind?) {
    guard let index = index(of: name) else { return }
    if let kind { sections[index].like = kind } else { sections[index].isWrong = true }
  }

  /// The declared roles.
  func resolve(nameBytes: Int, _ faults: inout [ConfigurationFault]) -> [Policy.Role] {
    var roles: [Policy.Role] = []
    for section in sections {
      var expected: String?
      if section.name.utf8.count > nameBytes {
        expected = "a name of at most NameBytes=\(nameBytes) bytes"
      } else if roles.count == Policy.maximumRoles {
        expected = "at most \(Policy.maximumRoles) roles"
      } else if section.like == nil, !section.isWrong {
        expected = "a line Like= below it"
      }
      if let expected {
        let found = "[Role \(section.name)]"
        faults.append(ConfigurationFault(at: section.place, found: found, expected: expected))
      } else if let like = section.like {
        roles.append(Policy.Role(section.name, like: like))
      }
    }
    return roles
  }

  private func index(of name: String) -> Int? { sections.firstIndex { $0.name == name } }
}
