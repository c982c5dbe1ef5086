import AudioSessionJSON
import AudioSessionWire
import ControlCore

extension Verb {
  static let help = Verb(
    name: "help",
    argument: .words("VERB"),
    summary: "Print help, for a verb if one is given, or a rule.",
    details: """
      `help policy show` is the same as `policy show --help`. `help R28` prints the rule of that
      number, which `explain`, `log` and errors cite, and `help rules` lists the rules.
      """,
    action: .local { invocation, output throws(Failure) in
      let asJSON = invocation.has("json")
      try Verb.printHelp(about: invocation.arguments, asJSON: asJSON, to: &output)
    }
  )

  /// Prints the help for a verb, a group of verbs, or the program.
  static func printHelp(
    about words: [String],
    asJSON: Bool,
    to output: inout Output
  ) throws(Failure) {
    let name = words.joined(separator: " ")
    if RulesPage.isID(name) || name == "rules" {
      return try printRules(RulesPage.builtIn, name, asJSON: asJSON, to: &output)
    }
    let verbs = all.filter { name.isEmpty || $0.name == name || $0.name.hasPrefix(name + " ") }
    if verbs.isEmpty { throw .usage("help: \(all.complaint(about: name))") }
    if asJSON {
      let options = commonOptions.map { $0.json }
      return output.print(
        ["verbs": .array(verbs.map { $0.json }), "options": .array(options)] as JSONValue
      )
    }
    if name.isEmpty { return output.print(overview(of: all)) }
    for (index, verb) in verbs.enumerated() {
      if index > 0 { output.print("") }
      output.print(verb.helpLines)
    }
  }

  /// Prints a rule, or the list of all.
  private static func printRules(
    _ page: RulesPage,
    _ name: String,
    asJSON: Bool,
    to output: inout Output
  ) throws(Failure) {
    if name == "rules" {
      let list: JSONValue = ["rules": .array(page.entries.map { $0.json })]
      return asJSON ? output.print(list) : output.print(page.index)
    }
    guard let rule = page[name] else {
      throw .usage(
        "help: there is no rule \(name.printable); `audiosessionctl help rules` lists them"
      )
    }
    asJSON ? output.print(rule.json) : output.print(rule.text(columns: columns))
  }

  private var json: JSONValue {
    [
      "name": .string(name), "argument": argument.text.map { .string($0) } ?? nil,
      "summary": .string(summary), "details": .string(details),
      "options": .array(options.map { $0.json }),
    ]
  }
}

extension Verb.Option {
  fileprivate var json: JSONValue {
    let words: [String] = if case .word(let words)? = value { words } else { [] }
    return [
      "name": .string(name), "letter": letter.map { .string("\($0)") } ?? nil,
      "value": placeholder.map { .string($0) } ?? nil, "meaning": .string(meaning),
      "words": .array(words.map { .string($0) }),
    ]
  }
}
