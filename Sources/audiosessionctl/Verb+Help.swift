/// Help, printed from the table of verbs.
extension Verb {
  /// `usage: audiosessionctl show ID [--property NAME] [--value]`.
  var usage: String { ([invocation] + options.map { "[\($0.text)]" }).joined(separator: " ") }

  private var invocation: String {
    ["usage: audiosessionctl", name, argument.text].compactMap { $0 }.joined(separator: " ")
  }

  /// The maximum width of help, whatever that of the terminal.
  private static let columns = 79

  /// The output of `help VERB`.
  var help: [String] {
    let isLong = usage.displayWidth > Verb.columns
    var lines = [isLong ? "\(invocation) [OPTION]..." : usage, "", summary]
    if !details.isEmpty { lines += [""] + details.filled(to: Verb.columns) }
    if !options.isEmpty {
      lines += ["", "Options:"] + Option.lines(options) + Option.words(options)
    }
    return lines + ["", "Options of every verb:"] + Option.lines(Verb.commonOptions)
  }

  /// The output of `help`.
  static var overview: [String] {
    var verbs = Table()
    for verb in all {
      let name = [verb.name, verb.argument.text].compactMap { $0 }.joined(separator: " ")
      // The space beside the widest verb.
      let lines = verb.summary.filled(to: 60)
      verbs.append([.init(name), .init(lines[0])])
      for line in lines.dropFirst() { verbs.append(["", .init(line)]) }
    }
    return [
      "usage: audiosessionctl VERB [ARGUMENT] [OPTION]...", "",
      "Shows which audio sessions audiosessiond lets play, and why.", "", "Verbs:",
    ] + verbs.lines(Colour(isOn: false), indentation: "  ") + ["", "Options:"]
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
    by `policy test`; 3 no reply in time; 4 no daemon.
    """,
    """
    With --json, an error is printed instead of the result, with its code, name and message;
    the message goes to standard error as usual.
    """,
  ]
}

extension Verb.Argument {
  var text: String? {
    switch self {
    case .none: nil
    case .one(let name): name
    case .words(let name): "[\(name)]..."
    }
  }
}

extension Verb.Option {
  /// `--limit N`.
  fileprivate var text: String { value.map { "--\(name) \($0.placeholder)" } ?? "--\(name)" }

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
      return ["", "Words of --\(option.name):"] + words.map { "  \($0)" }
    }
  }
}

extension Verb.Value {
  var placeholder: String {
    switch self {
    case .text(let name), .number(let name, _): name
    case .seconds: "SECONDS"
    case .word: "WORD"
    case .moment: "WHEN"
    }
  }
}
