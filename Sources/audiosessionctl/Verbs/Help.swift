import AudioSessionWire

extension Verb {
  static let help = Verb(
    name: "help",
    argument: .words("VERB"),
    summary: "Print help, for a verb if one is given.",
    details: "`help policy show` is the same as `policy show --help`.",
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
    let verbs = all.filter { name.isEmpty || $0.name == name || $0.name.hasPrefix(name + " ") }
    if verbs.isEmpty { throw .usage("help: \(unknown(name))") }
    if asJSON {
      let options = commonOptions.map(\.json)
      return output.print(
        ["verbs": .array(verbs.map(\.json)), "options": .array(options)] as JSONValue
      )
    }
    if name.isEmpty { return output.print(overview) }
    for (index, verb) in verbs.enumerated() {
      if index > 0 { output.print("") }
      output.print(verb.help)
    }
  }

  private var json: JSONValue {
    [
      "name": .string(name), "argument": argument.text.map { .string($0) } ?? nil,
      "summary": .string(summary), "details": .string(details),
      "options": .array(options.map(\.json)),
    ]
  }
}

extension Verb.Option {
  fileprivate var json: JSONValue {
    let words: [String] = if case .word(let words)? = value { words } else { [] }
    return [
      "name": .string(name), "letter": letter.map { .string("\($0)") } ?? nil,
      "value": value.map { .string($0.placeholder) } ?? nil, "meaning": .string(meaning),
      "words": .array(words.map { .string($0) }),
    ]
  }
}
