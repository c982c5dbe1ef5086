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
      let known = Invocation.options(of: words)
      given.append(try Invocation.option(word, &rest, known))
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
    _ known: [Verb.Option]
  ) throws(Failure) -> (text: String, option: Verb.Option, value: String?) {
    let isLong = word.hasPrefix("--")
    let equals = isLong ? word.firstIndex(of: "=") : nil
    let name = isLong ? word[..<(equals ?? word.endIndex)].dropFirst(2) : word.dropFirst().prefix(1)
    let option = known.first {
      isLong ? $0.name == name : $0.letter.map { name == "\($0)" } ?? false
    }
    guard let option else {
      throw .usage(
        "there is no option \(word.printable); `audiosessionctl help` shows those there are"
      )
    }
    let attached = isLong ? equals.map { word[$0...].dropFirst() } : word.dropFirst(2)
    guard let kind = option.value else {
      guard attached.map(\.isEmpty) ?? true else {
        throw .usage("\(word.printable): the option takes no value")
      }
      return (word, option, nil)
    }
    let isAttached = attached.map { isLong || !$0.isEmpty } ?? false
    guard let value = isAttached ? attached.map(String.init) : rest.popFirst(),
      kind.allows(value)
    else {
      throw .usage("--\(option.name): expected \(kind.expectation)")
    }
    return (word, option, value)
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
    if !begun.isEmpty {
      let names = begun.map { "`\($0.name)`" }.joined(separator: " or ")
      throw .usage("\(words.joined(separator: " ").printable): expected \(names)")
    }
    throw .usage(
      "there is no verb \(first.printable); `audiosessionctl help` shows those there are"
    )
  }

  private func check(_ options: [Verb.Option]) throws(Failure) {
    guard let verb else { return }
    for option in options where !(verb.options + Verb.commonOptions).contains(option) {
      throw .usage("\(verb.name): takes no option --\(option.name); \(verb.usage)")
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
    }
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
    }
  }
}
