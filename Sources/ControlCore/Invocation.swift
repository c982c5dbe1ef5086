import AudioSessionClient
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionWire

/// A command line, parsed by the table of verbs.
package struct Invocation: Sendable {
  /// The verb; nil if only help or the version is wanted.
  package let verb: Verb?
  /// The arguments after the verb.
  package let arguments: [String]
  private let values: [String: [String]]

  /// True if the option was given.
  package func has(_ option: String) -> Bool { values[option] != nil }

  /// The option's last value; nil if it wasn't given.
  package func value(_ option: String) -> String? { values[option]?.last }

  /// All values of an option that can be repeated.
  package func values(_ option: String) -> [String] { values[option] ?? [] }

  /// The option's value as a point in the log, by this clock.
  package func moment(_ option: String, _ clock: Clock) -> Moment? {
    value(option).flatMap { Moment($0, clock) }
  }

  /// True if the line asks for JSON, whether or not it can be parsed.
  package static func wantsJSON(_ line: [String], of verbs: [Verb]) -> Bool {
    if let invocation = try? Invocation(line, of: verbs) { return invocation.has("json") }
    return line.prefix { $0 != "--" }.contains {
      $0.count > 2 && "--json".hasPrefix($0) || $0.hasPrefix("-j")
    }
  }

  /// The time to wait for each reply.
  package var timeout: Duration { duration("timeout") ?? verb?.timeout ?? Verb.usualTimeout }

  /// The option's value as a time span.
  package func duration(_ option: String) -> Duration? { value(option).flatMap(TimeSpan.parse) }

  /// True if the line chooses the per-user or the system-wide instance.
  package var choosesInstance: Bool { has("user") || has("system") }

  /// The paths at which to look for the daemon.
  package func socketPaths() throws(Failure) -> [String] {
    let given = ["user", "system", "socket"].filter(has)
    if given.count > 1 {
      let options = given.map { "--\($0)" }.joined(separator: ", ")
      throw .usage("\(options): expected only one of --user, --system and --socket")
    }
    if let path = value("socket") { return [path] }
    if has("system") { return [SocketPath.system] }
    guard has("user") else { return SocketPath.candidates() }
    guard let path = SocketPath.ofUser() else {
      throw .usage("--user: expected XDG_RUNTIME_DIR to be set to an absolute path")
    }
    return [path]
  }

  /// The option's value as a number.
  package func number(_ option: String) -> Int64? { value(option).flatMap { Int64($0) } }
}

/// Taking a line apart; options may stand anywhere, `--` ends them.
extension Invocation {
  /// - Parameters:
  ///   - line: The words behind the program's name.
  ///   - verbs: All verbs that there are.
  /// - Throws: ``Failure/usage(_:)`` if the line is none of theirs.
  package init(_ line: [String], of verbs: [Verb]) throws(Failure) {
    var words: [String] = []
    var given: [(text: String, option: Verb.Option, value: String?)] = []
    var rest = line[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        words.append(word)
        guard verbs.beginsCommand(words) else { continue }
        words += rest
        break
      }
      given.append(try verbs.option(word, &rest, behind: words))
    }
    let isLocal = given.contains { ["help", "version"].contains($0.option.name) }
    verb = try verbs.verb(&words, isRequired: !isLocal)
    arguments = words
    values = given.reduce(into: [:]) {
      $0[$1.option.name, default: []] += $1.option.parts(of: $1.value ?? "")
    }
    if !isLocal { try check(given.map { $0.option }, of: verbs) }
  }

  private func check(_ options: [Verb.Option], of verbs: [Verb]) throws(Failure) {
    guard let verb else { return }
    // An option before the verb was found in whichever verb has it first.
    func has(_ verb: Verb, _ option: Verb.Option) -> Bool {
      (verb.options + Verb.commonOptions).contains {
        $0.name == option.name && $0.value == option.value
      }
    }
    for option in options where !has(verb, option) {
      let owners = verbs.filter { has($0, option) }.map { $0.name }
      let whose = owners.joined(separator: " and ")
      let help = "`audiosessionctl help \(verb.name)` lists its options"
      throw .usage("\(verb.name) takes no --\(option.name), which is for \(whose); \(help)")
    }
    switch verb.argument {
    case .none where !arguments.isEmpty:
      let found = "found \"\(arguments[0].printable)\""
      throw .usage("\(verb.name): expected no argument, \(found); \(verb.shortUsage)")
    case .one(let name) where arguments.count != 1 || arguments[0].isEmpty:
      throw .usage("\(verb.name): expected one \(name); \(verb.shortUsage)")
    case .optional(let name) where arguments.count > 1:
      throw .usage("\(verb.name): expected at most one \(name); \(verb.shortUsage)")
    case .optionalPair(let first, let second)
    where ![0, 2].contains(arguments.count) || arguments.contains(""):
      throw .usage("\(verb.name): expected \(first) and \(second), or neither; \(verb.shortUsage)")
    case .oneAndOptional(let first, let second) where !(1...2 ~= arguments.count):
      throw .usage("\(verb.name): expected \(first), and perhaps \(second); \(verb.shortUsage)")
    case .command(let name) where arguments.first?.isEmpty ?? true:
      throw .usage("\(verb.name): expected a \(name); \(verb.shortUsage)")
    default: break
    }
  }
}

/// What the verbs make of a line.
extension [Verb] {
  /// True if the last word is a program, behind which options are the program's.
  fileprivate func beginsCommand(_ words: [String]) -> Bool {
    guard let verb = first(where: { $0.isNamed(by: words) }) else { return false }
    guard case .command = verb.argument else { return false }
    return words.count > verb.name.split(separator: " ").count
  }

  /// The options that are possible: those of the verb as far as it is known, or else all.
  private func options(of words: [String]) -> [Verb.Option] {
    let verbs = filter { $0.isNamed(by: words) }
    return (verbs.isEmpty ? self : verbs).flatMap { $0.options } + Verb.commonOptions
  }

  fileprivate func option(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    behind words: [String]
  ) throws(Failure) -> (text: String, option: Verb.Option, value: String?) {
    let isLong = word.hasPrefix("--")
    let equals = isLong ? word.firstIndex(of: "=") : nil
    let name = isLong ? word[..<(equals ?? word.endIndex)].dropFirst(2) : word.dropFirst().prefix(1)
    let known = options(of: words)
    let isNamed = { (option: Verb.Option) in
      isLong ? option.name == name : option.letter.map { name == "\($0)" } ?? false
    }
    guard let option = isLong ? known.option(named: name) : known.first(where: isNamed) else {
      throw .usage(unknownOption(word, String(name), behind: words, known, isNamed))
    }
    let attached = isLong ? equals.map { word[$0...].dropFirst() } : word.dropFirst(2)
    guard let kind = option.value else {
      guard attached.map({ $0.isEmpty }) ?? true else {
        throw .usage("\(word.printable): the option takes no value")
      }
      return (word, option, nil)
    }
    let isAttached = attached.map { isLong || !$0.isEmpty } ?? false
    if option.isValueOptional, !isAttached { return (word, option, nil) }
    guard let value = isAttached ? attached.map(String.init) : rest.popFirst() else {
      throw .usage("--\(option.name): expected \(kind.expectation)")
    }
    for part in option.parts(of: value) where !kind.allows(part) {
      throw .usage(kind.complaint(about: part, of: option))
    }
    return (word, option, value)
  }

  /// The error for an option that the verb doesn't have, with a guess of what was meant.
  private func unknownOption(
    _ word: String,
    _ name: String,
    behind words: [String],
    _ known: [Verb.Option],
    _ isNamed: (Verb.Option) -> Bool
  ) -> String {
    let verb = first { $0.isNamed(by: words) }
    let help = verb.map { "`audiosessionctl help \($0.name)`" } ?? "`audiosessionctl help`"
    let others = filter { $0.options.contains(where: isNamed) }.map { $0.name }
    let spelled = word.prefix { $0 != "=" }.prefix(word.hasPrefix("--") ? .max : 2)
    if let verb, !others.isEmpty {
      let owners = others.joined(separator: " and ")
      let plain = String(spelled).printable
      return "\(verb.name) takes no \(plain), which is for \(owners); \(help) lists its options"
    }
    let meant = word.hasPrefix("--") ? known.map { $0.name }.nearest(to: name) : nil
    let guess = meant.map { "did you mean --\($0)? " } ?? ""
    return "unknown option \(String(spelled).printable); \(guess)\(help) lists the options"
  }

  /// Takes the verb's words from the front of the line.
  fileprivate func verb(_ words: inout [String], isRequired: Bool) throws(Failure) -> Verb? {
    guard let first = words.first else {
      if isRequired {
        throw .usage("expected a verb; `audiosessionctl help` lists them")
      }
      return nil
    }
    if let verb = self.first(where: { $0.isNamed(by: words) }) {
      words.removeFirst(verb.name.split(separator: " ").count)
      return verb
    }
    let begun = filter { $0.name.hasPrefix(first + " ") }
    // The first word of a group is enough to ask for its help.
    if !isRequired { return nil }
    let said = begun.isEmpty ? first : words.prefix(2).joined(separator: " ")
    if !begun.isEmpty, words.count == 1 {
      let names = begun.map { "`\($0.name)`" }.joined(separator: " or ")
      throw .usage("\(first.printable): expected \(names)")
    }
    throw .usage(complaint(about: said))
  }

  /// The error for an unknown verb, with a guess of what was meant.
  package func complaint(about name: String) -> String {
    let guess = map { $0.name }.nearest(to: name).map { "did you mean \($0)? " } ?? ""
    let help = "`audiosessionctl help` lists them"
    return "unknown verb \(name.printable); \(guess)\(help)"
  }
}

extension Verb {
  /// True if the line begins with the verb's words.
  fileprivate func isNamed(by words: [String]) -> Bool {
    words.starts(with: name.split(separator: " ").map(String.init))
  }
}

extension [Verb.Option] {
  /// The option of this name, or the only one whose name begins so; nil if there is none.
  package func option(named name: some StringProtocol) -> Verb.Option? {
    if let option = first(where: { $0.name == name }) { return option }
    let begun = filter { $0.name.hasPrefix(name) }
    return Set(begun.map { $0.name }).count == 1 ? begun[0] : nil
  }
}

extension Verb.Option {
  /// The words of a list, or else the value as it is.
  fileprivate func parts(of value: String) -> [String] {
    guard isList else { return [value] }
    return value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

extension Verb.Value {
  fileprivate func allows(_ text: String) -> Bool {
    switch self {
    case .text: !text.isEmpty
    case .number(_, let range): Int64(text).map(range.contains) ?? false
    case .seconds: TimeSpan.parse(text).map { $0 > .zero && $0 <= .seconds(1_000_000) } ?? false
    case .word(let words): words.contains(text)
    case .moment: Moment(text, .system) != nil
    }
  }

  /// The error for a wrong value, with a guess of what was meant.
  fileprivate func complaint(about value: String, of option: Verb.Option) -> String {
    let sentence = "--\(option.name): expected \(expectation)"
    // An empty value isn't worth quoting.
    if value.isEmpty { return sentence }
    guard case .word(let words) = self else { return "\(sentence), found \(value.printable)" }
    let guess = words.nearest(to: value).map { "; did you mean \($0)?" } ?? ""
    return "\(sentence), found \(value.printable)\(guess)"
  }

  /// The values that are allowed, as the end of a sentence.
  fileprivate var expectation: String {
    switch self {
    case .text(let name): "\(name) after it"
    case .number(_, let range) where range.upperBound == JSONDocument.largestInteger:
      "a number, \(range.lowerBound) or more"
    case .number(_, let range): "a number, \(range.lowerBound) to \(range.upperBound)"
    case .seconds: "a time above 0 and up to 1000000s, such as 30s"
    case .word(let words): "one of \(words.joined(separator: ", "))"
    case .moment: Moment.expectation
    }
  }
}
