/// A command of the program; help, usage and errors are printed from it.
struct Verb: Sendable {
  /// The arguments after the verb's name.
  enum Argument: Equatable, Sendable {
    case none
    case one(String)
    /// Any number of words.
    case words(String)
  }

  /// The values that an option can have, and their placeholder in help.
  enum Value: Equatable, Sendable {
    case text(String)
    case number(String, ClosedRange<Int64>)
    case seconds
    /// One of these.
    case word([String])
    /// The number of a decision, or a time.
    case moment
  }

  /// An option of a verb, or of all verbs.
  struct Option: Equatable, Sendable {
    /// The long name, without its dashes.
    let name: String
    var letter: Character?
    /// Nil if the option has no value.
    var value: Value?
    let meaning: String
  }

  /// The verb's action, with or without the daemon.
  enum Action: Sendable {
    case local(@Sendable (Invocation, inout Output) throws(Failure) -> Void)
    case remote(@Sendable (Invocation, inout Daemon, inout Output) throws(Failure) -> Void)
  }

  /// One word or two.
  let name: String
  var argument = Argument.none
  var options: [Option] = []
  /// A line that says what the verb does.
  let summary: String
  /// The rest of the text of `help VERB`.
  let details: String
  let action: Action

  /// All verbs, in the order in which help lists them.
  static let all: [Verb] = [
    .status, .list, .show, .explain, .monitor, .log, .policyShow, .policyTest, .evict, .doctor,
    .help,
  ]

  /// The options of every verb.
  static let commonOptions: [Option] = [
    Option(name: "socket", value: .text("PATH"), meaning: "Connect to the daemon at PATH."),
    Option(name: "user", meaning: "Connect to the per-user instance."),
    Option(name: "system", meaning: "Connect to the system-wide instance."),
    Option(name: "json", letter: "j", meaning: "Print JSON: one value, for monitor one per line."),
    Option(name: "no-legend", meaning: "Omit headings and the summary line."),
    Option(name: "full", letter: "l", meaning: "Don't shorten columns to the terminal's width."),
    Option(name: "utc", meaning: "Print times in UTC."),
    Option(name: "timeout", value: .seconds, meaning: "Seconds to wait for a reply (default 10)."),
    Option(name: "help", letter: "h", meaning: "Print help, for a verb if one is given."),
    Option(name: "version", meaning: "Print the version."),
  ]
}
