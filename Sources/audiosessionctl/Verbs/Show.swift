import AudioSessionJSON
import AudioSessionWire
import ControlCore

extension Verb {
  static let show = Verb(
    name: "show",
    argument: .one("ID"),
    options: [
      Option(
        name: "property",
        letter: "p",
        value: .text("NAME"),
        meaning: "Print only this property; repeatable."
      ),
      Option(name: "value", meaning: "Print values without their names."),
    ],
    summary: "Show the properties of a session, for use in scripts.",
    details: """
      One line per property, NAME=VALUE, with the names of the protocol. A nested property has a
      dotted name, such as lease.leaseName. The elements of a list are separated by spaces; a
      missing value is empty.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let number = try daemon.session(named: invocation.arguments[0])
      let session = try daemon.call(.sessionGet, ["session": number.json])
      let wanted = try ShowReport.properties(of: session, invocation.values("property"))
      if invocation.has("json") { return output.print(ShowReport.value(session, wanted)) }
      output.print(ShowReport.lines(wanted, withNames: !invocation.has("value")))
    }
  )
}

/// The output of `show`.
enum ShowReport {
  /// A property's name, whose parts are separated by a dot, and its value.
  typealias Property = (name: String, value: JSONValue)

  /// The properties of these names, in their order; all of them if no name is given.
  static func properties(of session: JSONValue, _ names: [String]) throws(Failure) -> [Property] {
    let all = properties(of: session, prefix: "")
    if names.isEmpty { return all }
    var wanted: [Property] = []
    for name in names {
      let parts = all.filter { $0.name == name || $0.name.hasPrefix(name + ".") }
      if parts.isEmpty {
        let known = all.map { $0.name.printable }.joined(separator: ", ")
        throw .usage("--property \(name.printable): expected one of \(known)")
      }
      wanted += parts
    }
    return wanted
  }

  static func lines(_ properties: [Property], withNames: Bool) -> [String] {
    properties.map { name, value in
      withNames ? "\(name.printable)=\(text(value))" : text(value)
    }
  }

  /// The session, or only the properties that were requested.
  static func value(_ session: JSONValue, _ wanted: [Property]) -> JSONValue {
    if wanted.count == properties(of: session, prefix: "").count { return session }
    return .object(wanted.map { JSONValue.Member($0.name, $0.value) })
  }

  private static func properties(of value: JSONValue, prefix: String) -> [Property] {
    (value.members ?? []).flatMap { member in
      let name = prefix + member.name
      guard case .object = member.value else { return [(name: name, value: member.value)] }
      return properties(of: member.value, prefix: name + ".")
    }
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .bool(let isTrue): isTrue ? "yes" : "no"
    case .number(let text): text
    case .string(let text): text.printable
    case .array(let elements): elements.map(text).joined(separator: " ")
    case .object: value.text.printable
    }
  }
}
