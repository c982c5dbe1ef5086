import AudioSessionJSON
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
      let reply = try daemon.call(.policyGet, as: PolicyResult.self)
      if invocation.has("json") { return output.print(reply.json) }
      output.print(PolicyReport(reply.value, output.presentation).lines)
    }
  )
}

/// The text that `policy show` prints.
struct PolicyReport {
  private let reply: PolicyResult
  private let presentation: Presentation

  /// Reports the reply to `policy.get`.
  init(_ reply: PolicyResult, _ presentation: Presentation) {
    self.reply = reply
    self.presentation = presentation
  }

  /// A value in the format of the configuration, and that of a daemon without any.
  private typealias Setting = (key: String, value: String, usual: String)

  var lines: [String] {
    let interactions = PolicyTable(reply).lines(presentation)
    let zone = ("Default", reply.zones.rawValue, ZoneDefault.shared.rawValue)
    return files + section("Policy", policy) + ["", heading("Interactions")] + interactions
      + [""] + roles + section("Zones", [zone]) + [""] + grants + section("Limits", limits)
  }

  /// The files, as comments in the order in which they were read.
  private var files: [String] {
    let comments = reply.files.map { "# \($0.printable)" }
    return (comments.isEmpty ? ["# no file: built-in values"] : comments)
      .map { presentation.colour.paint($0, .faint) } + [""]
  }

  private func heading(_ name: String) -> String {
    presentation.colour.paint("[\(name)]", .heading)
  }

  /// The file and line that set a value; nil if it is built in.
  private func origin(_ key: String) -> String? { reply.setBy[key]?.printable }

  private func section(_ name: String, _ settings: [Setting]) -> [String] {
    let lines = settings.map { key, value, usual in
      let notes = [
        usual == value || usual.isEmpty ? nil : "built-in: \(usual)",
        origin("\(name).\(key)").map { "set by \($0)" },
      ]
      return noted("\(key)=\(value)", notes.compactMap { $0 })
    }
    return [heading(name)] + lines
  }

  private var policy: [Setting] {
    [("Profile", reply.profile?.printable ?? "", "")]
      + PolicyKey.all.map { key in
        (key.key, PolicyReport.text(key, of: reply.policy), PolicyReport.text(key, of: Policy()))
      }
  }

  private var limits: [Setting] {
    Limit.all.map { limit in
      (limit.key, "\(limit.place.value(of: reply.limits))", "\(limit.place.value(of: Limits()))")
    }
  }

  /// The roles (R66), and whether the caller may take them.
  private var roles: [String] {
    reply.roles.flatMap { role in
      let name = "Role \(role.name.printable)"
      func line(_ key: String, _ value: String, _ remark: String? = nil) -> String {
        let notes = [remark, origin("\(name).\(key)").map { "set by \($0)" }]
        return noted("\(key)=\(value)", notes.compactMap { $0 })
      }
      let like = line("Like", role.like.printable, role.granted ? nil : "not granted to you")
      let within = role.ducksWithinApplication ? [line("DuckWithinApplication", "yes")] : []
      return [heading(name), like] + within + [""]
    }
  }

  /// The grants and their holders, by name.
  private var grants: [String] {
    reply.grantsInOrder.members.flatMap { grant in
      let name = "Grant \(grant.name.printable)"
      let lists: [(key: String, values: [String])] = [
        ("Users", grant.value.users.map(presentation.accounts.user)),
        ("Groups", grant.value.groups.map(presentation.accounts.group)),
        ("Units", grant.value.units.map { $0.printable }),
        ("UserUnits", grant.value.userUnits.map { $0.printable }),
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

  /// A setting as the configuration file has it.
  private static func text(_ key: PolicyKey, of policy: Policy) -> String {
    switch key.value {
    case .gain(let place): depthText(place.value(of: policy))
    case .time(let place, _): text(place.value(of: policy))
    case .timeLimit(let place, _): place.value(of: policy).map(text) ?? "infinity"
    case .flag(let place): place.value(of: policy) ? "yes" : "no"
    }
  }

  private static func text(_ time: Duration) -> String {
    let milliseconds = time.inMilliseconds
    let isWhole = milliseconds > 0 && milliseconds % 1000 == 0
    return isWhole ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
