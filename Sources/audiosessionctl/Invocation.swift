import AudioSessionClient
import AudioSessionWire

/// One command line, taken apart by the table of verbs.
struct Invocation: Sendable {
  /// Nil if the line only asks for help or the version.
  let verb: Verb?
  /// What stands behind the verb.
  let arguments: [String]
  private let values: [String: [String]]

  /// Whether an option was given.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// The option's last value.
  func value(_ option: String) -> String? { values[option]?.last }

  /// All values of an option that may be given several times.
  func values(_ option: String) -> [String] { values[option] ?? [] }

  /// The option's value as a moment, by the clock of this one.
  func moment(_ option: String, _ clock: Clock) -> Moment? {
    value(option).flatMap { Moment($0, clock) }
  }

  /// Whether a line that may make no sense asks for JSON.
  static func wantsJSON(_ line: [String]) -> Bool {
    line.prefix { $0 != "--" }.contains { $0 == "--json" || $0.hasPrefix("-j") }
  }

  /// Whether the user's own or the system's daemon is meant, whatever the environment says.
  var choosesInstance: Bool { has("user") || has("system") }

  /// Where the daemon is looked for.
  func socketPaths() throws(Failure) -> [String] {
    let given = ["user", "system", "socket"].filter(has)
    if given.count > 1 {
      let options = given.map { "--\($0)" }.joined(separator: ", ")
      throw .usage("\(options): expected one of --user, --system and --socket")
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
  func number(_ option: String) -> Int64? { value(option).flatMap { Int64($0) } }
}

/// Taking a line apart; options may stand anywhere, `--` ends them.
extension Invocation {
  init(_ line: [String]) throws(Failure) {
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
        continue
      }
      given.append(try Invocation.option(word, &rest, behind: words))
    }
    let isLocal = given.contains { ["help", "version"].contains($0.option.name) }
    verb = try Invocation.verb(&words, isRequired: !isLocal)
    arguments = words
    values = given.reduce(into: [:]) { $0[$1.option.name, default: []].append($1.value ?? "") }
    if !isLocal { try check(given.map(\.option)) }
  }

  /// The options that may be meant: those of the verb as far as it is known, else all.
  private static func options(of words: [String]) -> [Verb.Option] {
    let verbs = Verb.all.filter { $0.isNamed(by: words) }
    return (verbs.isEmpty ? Verb.all : verbs).flatMap(\.options) + Verb.commonOptions
  }

  private static func option(
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
    guard let option = known.first(where: isNamed) else {
      throw .usage(unknownOption(word, String(name), behind: words, known, isNamed))
    }
    let attached = isLong ? equals.map { word[$0...].dropFirst() } : word.dropFirst(2)
    guard let kind = option.value else {
      guard attached.map(\.isEmpty) ?? true else {
        throw .usage("\(word.printable): the option takes no value")
      }
      return (word, option, nil)
    }
    let isAttached = attached.map { isLong || !$0.isEmpty } ?? false
    guard let value = isAttached ? attached.map(String.init) : rest.popFirst() else {
      throw .usage("--\(option.name): expected \(kind.expectation)")
    }
    if !kind.allows(value) { throw .usage(kind.complaint(about: value, of: option)) }
    return (word, option, value)
  }

  /// What is wrong with an option that the verb hasn't, and what was probably meant.
  private static func unknownOption(
    _ word: String,
    _ name: String,
    behind words: [String],
    _ known: [Verb.Option],
    _ isNamed: (Verb.Option) -> Bool
  ) -> String {
    let verb = Verb.all.first { $0.isNamed(by: words) }
    let help = verb.map { "`audiosessionctl help \($0.name)`" } ?? "`audiosessionctl help`"
    let others = Verb.all.filter { $0.options.contains(where: isNamed) }.map(\.name)
    let spelled = word.prefix { $0 != "=" }.prefix(word.hasPrefix("--") ? .max : 2)
    if let verb, !others.isEmpty {
      let owners = others.joined(separator: " and ")
      let plain = String(spelled).printable
      return "\(verb.name) takes no \(plain), which is for \(owners); \(help) shows what it takes"
    }
    let meant = word.hasPrefix("--") ? known.map(\.name).nearest(to: name) : nil
    let guess = meant.map { "did you mean --\($0)? " } ?? ""
    return "there is no option \(String(spelled).printable); \(guess)\(help) shows what there is"
  }

  /// Takes the verb's words from the front of the line.
  private static func verb(_ words: inout [String], isRequired: Bool) throws(Failure) -> Verb? {
    guard let first = words.first else {
      if isRequired {
        throw .usage("expected a verb; `audiosessionctl help` shows those there are")
      }
      return nil
    }
    if let verb = Verb.all.first(where: { $0.isNamed(by: words) }) {
      words.removeFirst(verb.name.split(separator: " ").count)
      return verb
    }
    let begun = Verb.all.filter { $0.name.hasPrefix(first + " ") }
    // Help of a group is asked for by its first word.
    if !isRequired { return nil }
    let said = begun.isEmpty ? first : words.prefix(2).joined(separator: " ")
    if !begun.isEmpty, words.count == 1 {
      let names = begun.map { "`\($0.name)`" }.joined(separator: " or ")
      throw .usage("\(first.printable): expected \(names)")
    }
    throw .usage(Verb.unknown(said))
  }

  private func check(_ options: [Verb.Option]) throws(Failure) {
    guard let verb else { return }
    for option in options where !(verb.options + Verb.commonOptions).contains(option) {
      let owners = Verb.all.filter { $0.options.contains(option) }.map(\.name)
      let whose = owners.joined(separator: " and ")
      let help = "`audiosessionctl help \(verb.name)` shows what it takes"
      throw .usage("\(verb.name) takes no --\(option.name), which is for \(whose); \(help)")
    }
    switch verb.argument {
    case .none where !arguments.isEmpty:
      throw .usage("\(verb.name): takes no argument \"\(arguments[0].printable)\"; \(verb.usage)")
    case .one(let name) where arguments.count != 1 || arguments[0].isEmpty:
      throw .usage("\(verb.name): expected one \(name); \(verb.usage)")
    default: break
    }
  }
}

extension Verb {
  /// What is wrong with a verb that there isn't, and what was probably meant.
  static func unknown(_ name: String) -> String {
    let guess = all.map(\.name).nearest(to: name).map { "did you mean \($0)? " } ?? ""
    let help = "`audiosessionctl help` shows those there are"
    return "there is no verb \(name.printable); \(guess)\(help)"
  }

  /// Whether the line's first words are the verb's.
  fileprivate func isNamed(by words: [String]) -> Bool {
    words.starts(with: name.split(separator: " ").map(String.init))
  }
}

extension Verb.Value {
  fileprivate func allows(_ text: String) -> Bool {
    switch self {
    case .text: !text.isEmpty
    case .number(_, let range): Int64(text).map(range.contains) ?? false
    case .seconds: Double(text).map { $0 > 0 && $0 <= 1_000_000 } ?? false
    case .word(let words): words.contains(text)
    case .moment: Moment(text, .system) != nil
    }
  }

  /// What is wrong with a value, and what was probably meant.
  fileprivate func complaint(about value: String, of option: Verb.Option) -> String {
    let sentence = "--\(option.name): expected \(expectation)"
    // What was left out isn't found.
    if value.isEmpty { return sentence }
    guard case .word(let words) = self else { return "\(sentence), found \(value.printable)" }
    let guess = words.nearest(to: value).map { "; did you mean \($0)?" } ?? ""
    return "\(sentence), found \(value.printable)\(guess)"
  }

  /// What would be right, as the end of a sentence.
  fileprivate var expectation: String {
    switch self {
    case .text(let name): "\(name) after it"
    case .number(_, let range) where range.upperBound == JSONDocument.largestInteger:
      "a number, \(range.lowerBound) or more"
    case .number(_, let range): "a number, \(range.lowerBound) to \(range.upperBound)"
    case .seconds: "seconds, more than 0 and at most 1000000"
    case .word(let words): "one of \(words.joined(separator: ", "))"
    case .moment: Moment.expectation
    }
  }
}
