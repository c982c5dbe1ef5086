import AudioSessionWire

extension Verb {
  static let policyShow = Verb(
    name: "policy show",
    summary: "Show the policy in force: settings, table and limits.",
    details: """
      In the words of the configuration file. The table (R59) says what a newcomer (row) and a
      current session of another process (column) do to each other; what differs from the built-in
      policy is marked by a star.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let reply = try daemon.call(.policyGet)
      if invocation.has("json") { return output.print(reply) }
      output.print(PolicyReport.lines(reply, output.presentation))
    }
  )
}

/// What `policy show` prints for people.
enum PolicyReport {
  static func lines(_ reply: JSONValue, _ presentation: Presentation) -> [String] {
    let builtIn = builtIn
    let table = PolicyTable(reply)
    return section("Policy", reply["policy"], builtIn["policy"], presentation)
      + ["", presentation.colour.paint("[Interactions]", .heading)]
      + table.lines(presentation) + [""]
      + section("Limits", reply["limits"], builtIn["limits"], presentation)
  }

  /// The settings of a daemon without configuration.
  private static var builtIn: JSONValue {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("policy", PolicyObject())
    writer.member("limits", Limits())
    writer.endObject()
    // What was just written can be read.
    return (try? JSONValue(parsing: writer.bytes.span)) ?? [:]
  }

  private static func section(
    _ name: String,
    _ settings: JSONValue?,
    _ builtIn: JSONValue?,
    _ presentation: Presentation
  ) -> [String] {
    let lines = (settings?.members ?? []).map { setting in
      let line = line(setting.name, setting.value)
      guard let usual = builtIn?[setting.name], usual != setting.value else { return line }
      let note = "  * built-in: \(self.line(setting.name, usual))"
      return presentation.colour.paint(line + note, .warning)
    }
    return [presentation.colour.paint("[\(name)]", .heading)] + lines
  }

  /// A setting as the configuration file has it.
  private static func line(_ name: String, _ value: JSONValue) -> String {
    let unit = "Milliseconds"
    guard name.hasSuffix(unit), let milliseconds = value.integer else {
      return "\(key(name))=\(text(value))"
    }
    let isWhole = milliseconds > 0 && milliseconds % 1000 == 0
    let time = isWhole ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    return "\(key(String(name.dropLast(unit.count))))=\(time)"
  }

  private static func key(_ name: String) -> String {
    let limit = Limit.all.first { $0.name == name }
    return limit?.key ?? (name.prefix(1).uppercased() + name.dropFirst()).printable
  }

  private static func text(_ value: JSONValue) -> String {
    value.bool.map { $0 ? "yes" : "no" } ?? value.text.printable
  }
}
