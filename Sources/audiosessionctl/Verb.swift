/// A command of the program: what it takes and says, from which help, usage and errors are printed.
struct Verb: Sendable {
  /// What stands behind the verb's name.
  enum Argument: Equatable, Sendable {
    case none
    case one(String)
    /// Any number of words.
    case words(String)
  }

  /// What an option's value may be, and what stands for it in help.
  enum Value: Equatable, Sendable {
    case text(String)
    case number(String, ClosedRange<Int64>)
    case seconds
    /// One of these.
    case word([String])
    /// The number of a decision, or a time of day.
    case moment
  }

  /// An option of one verb, or of all.
  struct Option: Equatable, Sendable {
    /// The long name, without its dashes.
    let name: String
    var letter: Character?
    /// Nil if it has none.
    var value: Value?
    let meaning: String
  }

  /// What the verb does, with the daemon or without it.
  enum Action: Sendable {
    case local(@Sendable (Invocation, inout Output) throws(Failure) -> Void)
    case remote(@Sendable (Invocation, inout Daemon, inout Output) throws(Failure) -> Void)
  }

  /// One word or two.
  let name: String
  var argument = Argument.none
  var options: [Option] = []
  /// One line.
  let summary: String
  /// What `help VERB` says beyond that.
  let details: String
  let action: Action

  /// All verbs, in the order in which help lists them.
  static let all: [Verb] = [
    .status, .list, .show, .explain, .monitor, .log, .policyShow, .policyTest, .evict, .doctor,
    .help,
  ]

  /// What every verb takes.
  static let commonOptions: [Option] = [
    Option(name: "socket", value: .text("PATH"), meaning: "Talk to the daemon at PATH."),
    Option(name: "user", meaning: "Talk to your own daemon."),
    Option(name: "system", meaning: "Talk to the system's daemon."),
    Option(name: "json", letter: "j", meaning: "Print JSON: one value, of monitor one a line."),
    Option(name: "no-legend", meaning: "Print no headings and no last line that counts."),
    Option(name: "full", letter: "l", meaning: "Don't shorten what the terminal has no room for."),
    Option(name: "utc", meaning: "Print times in UTC."),
    Option(name: "timeout", value: .seconds, meaning: "Wait so long for an answer, initially 10."),
    Option(name: "help", letter: "h", meaning: "Print help, of a verb if one is named."),
    Option(name: "version", meaning: "Print the version."),
  ]
}
