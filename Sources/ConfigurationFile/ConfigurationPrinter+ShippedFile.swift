import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

extension ConfigurationPrinter {
  /// The file as it is shipped: every key with its meaning, range and default, all comments.
  package static func shippedFile() -> String {
    let sections = Setting.Section.allCases.flatMap(paragraphs)
    return ([preamble] + sections).map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
      + "\n"
  }

  private static let preamble = comment(
    """
    Configuration of audiosessiond. Every line here is a comment and shows a default. To change a \
    setting, write its section's header and the key without the leading # into a file of your own \
    in /etc/audiosession/audiosessiond.conf.d, whose name ends in .conf. Check it with \
    audiosessiond --check-config, then reload the service.
    """
  )

  private static func paragraphs(of section: Setting.Section) -> [[String]] {
    let keys = Setting.all(in: section)
    switch section {
    case .policy, .zones, .limits:
      return [["#[\(section.rawValue)]"]] + keys.map(paragraph)
    case .interactions:
      return [["#[\(section.rawValue)]"]] + keys.map(table)
    case .role: return [roles(keys)]
    case .grant:
      return [lists + keys.flatMap(explanation)] + Grant.allCases.map { paragraph(of: $0, keys) }
    }
  }

  private static func paragraph(of setting: Setting) -> [String] {
    let value = setting.text(in: Settings()) ?? ""
    return comment(setting.meaning) + comment("Takes \(setting.expected).")
      + ["#\(setting.key)=\(value)"]
  }

  private static func table(of setting: Setting) -> [String] {
    comment(setting.meaning)
      + [
        "# Takes lines of the form \(setting.key)=OUTCOME.",
        "# NEWCOMER and CURRENT are * for every kind, the name of a role, or one of the kinds:",
      ]
      + comment(Kind.builtIn.compactMap { $0.builtInName }.joined(separator: " "))
      + ["# OUTCOME is \(Outcome.allCases.map { $0.rawValue }.alternatives):"]
      + comment(
        """
        nothing happens, the current session is ducked, the current \
        session is asked to lower itself, the newcomer is ducked, the current session is interrupted, \
        or the newcomer is refused. Those that duck may be followed by a depth: a factor from 0 to \
        1, or decibels. A line that names more kinds takes \
        precedence over one that names fewer, and among equals the last one does. To duck games \
        under a call instead of interrupting them, and to keep prompts more audible beside it:
        """
      )
      + ["# phoneCall.mixable=duck", "# ducking.phoneCall=duckNewcomer -6dB"]
  }

  private static func roles(_ keys: [Setting]) -> [String] {
    let example = Policy.Role("emergency", like: .alarm)
    return [
      "# A further kind, which a program takes by its name; at most \(Policy.maximumRoles):",
      "# [Role \(example.name)]",
    ]
      + keys.map { "# \($0.key)=\($0.text(in: example) ?? "")" }
      + keys.flatMap(explanation)
      + comment(
        """
        The name consists of letters, digits, - and _. If the kind's priority is above normal \
        (assistant, alarm, ringtone, phoneCall), the role's name is also a grant: [Grant \
        emergency]. The role accessibility is built in; its cells may be overridden, but it has no \
        section.
        """
      )
  }

  private static let lists = comment(
    """
    Who may do what. The values of several lines add up, with each other and with the built-in \
    ones; an empty value clears the list.
    """
  )

  private static func explanation(of setting: Setting) -> [String] {
    comment("\(setting.key)= \(setting.meaning)") + comment("Takes \(setting.expected).")
  }

  private static func paragraph(of grant: Grant, _ keys: [Setting]) -> [String] {
    ["#[Grant \(grant.rawValue)]"] + comment(grant.meaning)
      + keys.map { setting in
        if case .users = setting.value { "#\(setting.key)=root" } else { "#\(setting.key)=" }
      }
  }

  /// A text as comments of at most 100 columns.
  private static func comment(_ text: String) -> [String] {
    var lines = ["#"]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + word.count >= 100 { lines.append("#") }
      lines[lines.count - 1] += " \(word)"
    }
    return lines
  }
}
