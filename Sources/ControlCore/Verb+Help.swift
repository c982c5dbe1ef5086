/// Help, printed from the table of verbs.
extension Verb {
  /// `usage: audiosessionctl show ID [--property NAME] [--value]`.
  var usage: String { usage(options.map { "[\($0.text)]" }) }

  /// The usage with these words for the options: behind a command they would be the command's.
  private func usage(_ options: [String]) -> String {
    let argument = [argument.text].compactMap { $0 }
    let isCommand = if case .command = self.argument { true } else { false }
    let words = isCommand ? options + ["[--]"] + argument : argument + options
    return (["usage: audiosessionctl", name] + words).joined(separator: " ")
  }

  /// The usage in one line: without the options, if that would be too long.
  package var shortUsage: String {
    usage.displayWidth > Verb.columns ? usage(["[OPTION]..."]) : usage
  }

  /// The maximum width of help, whatever that of the terminal.
  package static let columns = 79

  /// The output of `help VERB`.
  package var helpLines: [String] {
    var lines = [shortUsage, "", summary]
    for paragraph in details.split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "")
    {
      lines += [""] + paragraph.joined(separator: " ").filled(to: Verb.columns)
    }
    if !options.isEmpty {
      lines += ["", "Options:"] + Option.lines(options) + Option.words(options)
    }
    return lines + ["", "`audiosessionctl help` lists the options of every verb."]
  }

  /// The common options, without those that the verb has with a meaning of its own.
  package var otherOptions: [Option] {
    Verb.commonOptions.filter { common in !options.contains { $0.name == common.name } }
  }

  /// The output of `help`, where these are all verbs.
  package static func overview(of verbs: [Verb]) -> [String] {
    var table = Table()
    let names = verbs.map { verb in
      [verb.name, verb.argument.text].compactMap { $0 }.joined(separator: " ")
    }
    // The space beside the widest verb.
    let space = columns - 4 - (names.map { $0.displayWidth }.max() ?? 0)
    for (verb, name) in zip(verbs, names) {
      let lines = verb.summary.filled(to: space)
      table.append([.init(name), .init(lines[0])])
      for line in lines.dropFirst() { table.append(["", .init(line)]) }
    }
    return [
      "usage: audiosessionctl VERB [ARGUMENT] [OPTION]...", "",
      "Shows which audio sessions audiosessiond lets play, and why.", "", "Verbs:",
    ] + table.lines(Colour(isOn: false), indentation: "  ") + ["", "Options:"]
      + Option.lines(commonOptions) + [""] + closing.flatMap { $0.filled(to: columns) }
  }

  private static let closing = [
    "A session is identified by its number, or by its name if that is unique.",
    """
    The socket is $AUDIOSESSION_SOCKET, else $XDG_RUNTIME_DIR/audiosession/socket if it exists,
    else /run/audiosession/socket.
    """,
    """
    Exit status: 0 success; 1 wrong usage, or a fault found by doctor; 2 refused by the daemon, or
    by `policy test`, or a difference found by replay; 3 no reply in time; 4 no daemon.
    """,
    """
    With --json, an error is printed instead of the result, with its code, name and message;
    the message goes to standard error as usual.
    """,
  ]
}

extension Verb.Argument {
  package var text: String? {
    switch self {
    case .none: nil
    case .one(let name): name
    case .optional(let name): "[\(name)]"
    case .optionalPair(let first, let second): "[\(first) \(second)]"
    case .oneAndOptional(let first, let second): "\(first) [\(second)]"
    case .command(let name): "\(name)..."
    case .words(let name): "[\(name)]..."
    }
  }
}

extension Verb.Option {
  /// `--limit N`.
  fileprivate var text: String {
    guard let placeholder else { return "--\(name)" }
    return isValueOptional ? "--\(name)[=\(placeholder)]" : "--\(name) \(placeholder)"
  }

  /// What stands for the value in help; nil if the option has none.
  package var placeholder: String? { value.map { isList ? "LIST" : $0.placeholder } }

  fileprivate static func lines(_ options: [Verb.Option]) -> [String] {
    var table = Table()
    for option in options {
      let letter = option.letter.map { "-\($0), " } ?? "    "
      table.append([.init(letter + option.text), .init(option.meaning)])
    }
    return table.lines(Colour(isOn: false), indentation: "  ")
  }

  /// Which words there are, for the options that take one.
  fileprivate static func words(_ options: [Verb.Option]) -> [String] {
    options.flatMap { option -> [String] in
      guard case .word(let words)? = option.value else { return [] }
      let lines = words.joined(separator: ", ").filled(to: Verb.columns - 2)
      return ["", "Words of --\(option.name):"] + lines.map { "  \($0)" }
    }
  }
}

extension Verb.Value {
  fileprivate var placeholder: String {
    switch self {
    case .text(let name), .number(let name, _): name
    case .seconds: "TIME"
    case .word: "WORD"
    case .moment: "WHEN"
    }
  }
}
