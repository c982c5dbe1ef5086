extension Verb {
  static let help = Verb(
    name: "help",
    argument: .words("VERB"),
    summary: "Print help, of a verb if one is named.",
    details: "`help policy show` is the same as `policy show --help`.",
    action: .local { invocation, output throws(Failure) in
      try Verb.printHelp(about: invocation.arguments, to: &output)
    }
  )

  /// Prints the help of the verb that the words name, or of the program.
  static func printHelp(about words: [String], to output: inout Output) throws(Failure) {
    let name = words.joined(separator: " ")
    if name.isEmpty { return output.print(overview) }
    let verbs = all.filter { $0.name == name || $0.name.hasPrefix(name + " ") }
    if verbs.isEmpty {
      throw .usage(
        "help: there is no verb \(name.printable); `audiosessionctl help` shows those there are"
      )
    }
    for (index, verb) in verbs.enumerated() {
      if index > 0 { output.print("") }
      output.print(verb.help)
    }
  }
}
