import Arbitration
import AudioSessionTypes
import AudioSessionWire

extension ConfigurationPrinter {
  /// The file as it is shipped: every key with its meaning, range and default, all comments.
  package static func shippedFile() -> String {
    let sections = Setting.Section.allCases.flatMap(paragraphs)
    return ([preamble] + sections).map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
      + "\n"
  }

  private static let preamble = [
    "# What audiosessiond decides by. Every line here is a comment and shows what holds without it.",
    "# To change something, write the section's header and the key without the leading # into a",
    "# file of your own in /etc/audiosession/audiosessiond.conf.d, whose name ends in .conf.",
    "# audiosessiond --check-config says whether it is right; reloading the service takes it over.",
  ]

  private static func paragraphs(of section: Setting.Section) -> [[String]] {
    let keys = Setting.all.filter { $0.section == section }
    switch section {
    case .policy, .zones, .limits:
      return [["#[\(section.rawValue)]"]] + keys.map(paragraph)
    case .interactions:
      return [["#[\(section.rawValue)]"]] + keys.map(table)
    case .role: return keys.map(role)
    case .grant:
      return [lists + keys.flatMap(explanation)] + Grant.allCases.map { paragraph(of: $0, keys) }
    }
  }

  private static func paragraph(of setting: Setting) -> [String] {
    let value = setting.text(in: Settings()) ?? ""
    return [
      "# \(setting.meaning)", "# Takes \(setting.expected).", "#\(setting.key)=\(value)",
    ]
  }

  private static func table(of setting: Setting) -> [String] {
    [
      "# \(setting.meaning)",
      "# Takes lines of the form \(setting.key)=OUTCOME.",
      "# NEWCOMER and CURRENT are * for every kind, the name of a role, or one of the kinds:",
    ]
      + wrapped(Kind.builtIn.compactMap(\.builtInName))
      + [
        "# OUTCOME is \(Setting.list(Outcome.allCases.map(\.rawValue))):",
        "# nothing happens, the current one is ducked, the newcomer is ducked, the current one is",
        "# interrupted, or the newcomer is refused. After duck and duckNewcomer a depth may stand: a",
        "# factor from 0 to 1, or decibels. A line that names more counts before one that names less,",
        "# and among equals the later one. To duck games under a call rather than to stop them, and to",
        "# hear a prompt better beside it:",
        "# phoneCall.mixable=duck",
        "# ducking.phoneCall=duckNewcomer -6dB",
      ]
  }

  private static func role(of setting: Setting) -> [String] {
    [
      "# A further kind, which a program claims by its name; at most \(Policy.maximumRoles):",
      "# [Role emergency]",
      "# \(setting.key)=alarm",
      "# \(setting.key)= \(setting.meaning)",
    ]
      + wrapped("Takes \(setting.expected).".split(separator: " ").map(String.init))
      + [
        "# The name consists of letters, digits, - and _. Where the kind is above normal (assistant,",
        "# alarm, ringtone, phoneCall), the role's name is a grant: [Grant emergency]. The role",
        "# accessibility is built in and free for all; its cells may be overridden, but it has no",
        "# section.",
      ]
  }

  private static let lists = [
    "# Who may do what. The values of several lines add up, also with those that are built in; an",
    "# empty value clears what came before.",
  ]

  private static func explanation(of setting: Setting) -> [String] {
    ["# \(setting.key)= \(setting.meaning)", "# Takes \(setting.expected)."]
  }

  private static func paragraph(of grant: Grant, _ keys: [Setting]) -> [String] {
    ["#[Grant \(grant.rawValue)]", "# \(grant.meaning)"]
      + keys.map { setting in
        if case .users = setting.value { "#\(setting.key)=root" } else { "#\(setting.key)=" }
      }
  }

  /// Words as comments of at most 100 columns.
  private static func wrapped(_ words: [String]) -> [String] {
    var lines = ["#"]
    for word in words {
      if lines[lines.count - 1].count + word.count >= 100 { lines.append("#") }
      lines[lines.count - 1] += " " + word
    }
    return lines
  }
}
