import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import ControlCore

extension Verb {
  static let policyShow = Verb(
    name: "policy show",
    summary: "Show the policy in force: settings, table, roles, zones, grants and limits.",
    details: """
      The format is that of the configuration files, which are listed first. [Interactions] has a
      paragraph for each kind and role of newcomer, with the outcomes between it and the current
      sessions (R59), and their gains where these differ from that of [Policy] (R18). A star marks
      what differs from the built-in policy, along with the file and line that set it.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let reply = try daemon.call(.policyGet)
      if invocation.has("json") { return output.print(reply) }
      output.print(PolicyReport(reply, output.presentation).lines)
    }
  )
}

/// The text that `policy show` prints.
struct PolicyReport {
  private let reply: JSONValue
  private let builtIn: JSONValue
  private let presentation: Presentation

  /// Reports the reply to `policy.get`.
  init(_ reply: JSONValue, _ presentation: Presentation) {
    self.reply = reply
    self.presentation = presentation
    builtIn = PolicyReport.builtIn
  }

  var lines: [String] {
    let interactions = PolicyTable(reply).lines(presentation)
    return files + section("Policy", "policy") + ["", heading("Interactions")] + interactions
      + [""] + roles + section("Zones", "zones") + [""] + grants + section("Limits", "limits")
  }

  /// The files, as comments in the order in which they were read.
  private var files: [String] {
    let names = (reply["files"]?.array ?? []).compactMap { $0.string?.printable }
    let comments = names.isEmpty ? ["# no file: built-in values"] : names.map { "# \($0)" }
    return comments.map { presentation.colour.paint($0, .faint) } + [""]
  }

  private func heading(_ name: String) -> String {
    presentation.colour.paint("[\(name)]", .heading)
  }

  /// The file and line that set a value; nil if it is built in.
  private func origin(_ key: String) -> String? { reply["setBy"]?.text(of: key) }

  private func section(_ name: String, _ member: String) -> [String] {
    let lines = (reply[member]?.members ?? []).map { setting in
      let (key, value) = PolicyReport.line(setting.name, setting.value)
      let usual = builtIn[member]?[setting.name].map { PolicyReport.line(setting.name, $0).value }
      let notes = [
        usual.flatMap { $0 == value ? nil : "built-in: \($0)" },
        origin("\(name).\(key)").map { "set by \($0)" },
      ]
      return noted("\(key)=\(value)", notes.compactMap(\.self))
    }
    return [heading(name)] + lines
  }

  /// The roles (R66), and whether the caller may take them.
  private var roles: [String] {
    (reply["roles"]?.members ?? []).flatMap { role in
      let name = "Role \(role.name.printable)"
      let notes = [
        role.value.isTrue("granted") ? nil : "not granted to you",
        origin("\(name).Like").map { "set by \($0)" },
      ]
      let like = role.value.text(of: "like") ?? "?"
      return [heading(name), noted("Like=\(like)", notes.compactMap(\.self)), ""]
    }
  }

  /// The grants and their holders, by name.
  private var grants: [String] {
    (reply["grants"]?.members ?? []).flatMap { grant in
      let name = "Grant \(grant.name.printable)"
      let lists: [(key: String, values: [String])] = [
        ("Users", grant.value.numbers(in: "users").map(presentation.accounts.user)),
        ("Groups", grant.value.numbers(in: "groups").map(presentation.accounts.group)),
        ("Units", (grant.value["units"]?.array ?? []).compactMap { $0.string?.printable }),
        ("UserUnits", (grant.value["userUnits"]?.array ?? []).compactMap { $0.string?.printable }),
      ]
      let lines = lists.compactMap { key, values -> String? in
        let place = origin("\(name).\(key)")
        // An empty list that no file has set is of no interest.
        if values.isEmpty && place == nil { return nil }
        return noted(
          "\(key)=\(values.joined(separator: " "))",
          place.map { ["set by \($0)"] } ?? []
        )
      }
      return [heading(name)] + lines + [""]
    }
  }

  /// A line with notes, marked.
  private func noted(_ line: String, _ notes: [String]) -> String {
    if notes.isEmpty { return line }
    return presentation.colour.paint("\(line)  * \(notes.joined(separator: ", "))", .warning)
  }

  /// The settings of a daemon without configuration.
  private static var builtIn: JSONValue {
    [
      "policy": PolicyObject(Policy()).json,
      "zones": ["default": .string(ZoneDefault.shared.rawValue)],
      "limits": Limits().json,
    ]
  }

  /// A setting as the configuration file has it.
  private static func line(_ name: String, _ value: JSONValue) -> (key: String, value: String) {
    let unit = "Milliseconds"
    guard name.hasSuffix(unit) else { return (key(name), text(value)) }
    return (key(String(name.dropLast(unit.count))), time(value))
  }

  private static func time(_ value: JSONValue) -> String {
    guard let milliseconds = value.integer else { return "infinity" }
    let isWhole = milliseconds > 0 && milliseconds % 1000 == 0
    return isWhole ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }

  private static func key(_ name: String) -> String {
    let limit = Limit.all.first { $0.name == name }
    return limit?.key ?? (name.prefix(1).uppercased() + name.dropFirst()).printable
  }

  private static func text(_ value: JSONValue) -> String {
    if let flag = value.bool { return flag ? "yes" : "no" }
    if let word = value.string { return word.printable }
    return value.integer == nil ? value.double.map(depthText) ?? value.text.printable : value.text
  }
}
