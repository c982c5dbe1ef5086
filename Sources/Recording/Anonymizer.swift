package import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// Replaces what names people, programs and places in a recording, each always by the same word.
///
/// The decisions stay the same: the rules compare users and roles, and don't ask who they are.
package struct Anonymizer {
  private var words: [Category: [String: Int]] = [:]
  private var users: [String: Int] = [:]

  package init() {}

  /// What a name is the name of; the words are made from these.
  private enum Category: String {
    case session, lease, application, zone, program, role

    /// The names of a session, by their members.
    static let ofSession: [String: Category] = [
      "name": .session, "leaseName": .lease, "application": .application, "zone": .zone,
      "program": .program,
    ]
  }

  /// The line without names and without the time of day.
  package mutating func anonymized(_ line: JSONValue) -> JSONValue {
    let kept = (line.members ?? []).filter { !["time", "epoch"].contains($0.name) }
    return .object(kept.map { JSONValue.Member($0.name, replaced($0.name, $0.value)) })
  }

  private mutating func replaced(_ name: String, _ value: JSONValue) -> JSONValue {
    switch (name, value) {
    case ("names", .array(let list)): return .array(list.map { names($0) })
    case ("names", .object): return names(value)
    case ("user", .number(let user)): return .number(self.user(user))
    case ("roleNames", .array(let list)): return .array(list.map { word(.role, $0) })
    case ("roles", .array(let list)): return .array(list.map { role($0) })
    case ("cells", .array(let list)): return .array(list.map { cell($0) })
    case ("cell", .string): return cell(value)
    case (_, .array(let list)): return .array(list.map { replaced("", $0) })
    case (_, .object(let members)):
      return .object(members.map { .init($0.name, replaced($0.name, $0.value)) })
    default: return value
    }
  }

  private mutating func names(_ value: JSONValue) -> JSONValue {
    let members = value.members ?? []
    return .object(
      members.map { member in
        let category = Category.ofSession[member.name]
        return .init(member.name, category.map { word($0, member.value) } ?? member.value)
      }
    )
  }

  private mutating func role(_ value: JSONValue) -> JSONValue {
    let members = value.members ?? []
    return .object(
      members.map { .init($0.name, $0.name == "name" ? word(.role, $0.value) : $0.value) }
    )
  }

  /// The name of a square: a role in it is replaced, a built-in kind isn't.
  private mutating func cell(_ value: JSONValue) -> JSONValue {
    guard let text = value.string else { return value }
    let halves = text.split(separator: ".").map { half in
      Kind(name: half) == nil ? word(.role, .string(String(half))).string ?? "" : String(half)
    }
    return .string(halves.joined(separator: "."))
  }

  private mutating func word(_ category: Category, _ value: JSONValue) -> JSONValue {
    guard let name = value.string else { return value }
    let number = words[category]?[name] ?? (words[category]?.count ?? 0) + 1
    words[category, default: [:]][name] = number
    return .string("\(category.rawValue)-\(number)")
  }

  /// The superuser stays; others are counted from 1001.
  private mutating func user(_ user: String) -> String {
    if user == "0" { return user }
    let number = users[user] ?? users.count + 1
    users[user] = number
    return "\(1000 + number)"
  }
}
