/// A command of the program; help, usage and errors are printed from it.
package struct Verb: Sendable {
  /// The arguments after the verb's name.
  package enum Argument: Equatable, Sendable {
    case none
    case one(String)
    /// One word, which may be left out.
    case optional(String)
    /// Two words, or none.
    case optionalPair(String, String)
    /// A word, and one that may be left out.
    case oneAndOptional(String, String)
    /// A program and its arguments, behind `--` or the first word that is no option.
    case command(String)
    /// Any number of words.
    case words(String)
  }

  /// The values that an option can have, and their placeholder in help.
  package enum Value: Equatable, Sendable {
    case text(String)
    case number(String, ClosedRange<Int64>)
    /// A time span, such as `30s` or `1min 30s`; a bare number means seconds.
    case seconds
    /// One of these.
    case word([String])
    /// The number of a decision, or a time.
    case moment
  }

  /// An option of a verb, or of all verbs.
  package struct Option: Equatable, Sendable {
    /// The long name, without its dashes.
    package let name: String
    package let letter: Character?
    /// Nil if the option has no value.
    package let value: Value?
    /// True if the value may be left out; it then has to be attached, as in `--wait=10`.
    package let isValueOptional: Bool
    /// True if the value may be several words, separated by commas.
    package let isList: Bool
    package let meaning: String

    package init(
      name: String,
      letter: Character? = nil,
      value: Value? = nil,
      isValueOptional: Bool = false,
      isList: Bool = false,
      meaning: String
    ) {
      self.name = name
      self.letter = letter
      self.value = value
      self.isValueOptional = isValueOptional
      self.isList = isList
      self.meaning = meaning
    }
  }

  /// The verb's action, with or without the daemon.
  package enum Action: Sendable {
    case local(@Sendable (Invocation, inout Output) throws(Failure) -> Void)
    case remote(@Sendable (Invocation, inout Daemon, inout Output) throws(Failure) -> Void)
    /// An action that finds the daemon itself, if there is one, and has its own exit status.
    case program(@Sendable (Invocation, inout Output) throws(Failure) -> CInt)
  }

  /// One word or two.
  package let name: String
  package let argument: Argument
  package let options: [Option]
  /// The default of --timeout.
  package let timeout: Duration
  /// A line that says what the verb does.
  package let summary: String
  /// The rest of the text of `help VERB`.
  package let details: String
  package let action: Action

  package init(
    name: String,
    argument: Argument = .none,
    options: [Option] = [],
    timeout: Duration = Verb.usualTimeout,
    summary: String,
    details: String,
    action: Action
  ) {
    self.name = name
    self.argument = argument
    self.options = options
    self.timeout = timeout
    self.summary = summary
    self.details = details
    self.action = action
  }

  package static let usualTimeout = Duration.seconds(10)
  /// The default of verbs before which no sound is to wait for a daemon that hangs.
  package static let shortTimeout = Duration.seconds(1)

  /// The option of those verbs.
  package static let shortTimeoutOption = Option(
    name: "timeout",
    value: .seconds,
    meaning: "Time to wait for a reply (default 1s)."
  )

  /// The options of every verb.
  package static let commonOptions: [Option] = [
    Option(name: "socket", value: .text("PATH"), meaning: "Connect to the daemon at PATH."),
    Option(name: "user", meaning: "Connect to the per-user instance."),
    Option(name: "system", meaning: "Connect to the system-wide instance."),
    Option(name: "json", letter: "j", meaning: "Print JSON: one value, for monitor one per line."),
    Option(name: "no-legend", meaning: "Omit headings and the summary line."),
    Option(name: "full", letter: "l", meaning: "Don't shorten columns to the terminal's width."),
    Option(
      name: "color",
      value: .word(["auto", "always", "never"]),
      meaning: "Whether to colour the output (default auto)."
    ),
    Option(name: "no-pager", meaning: "Don't show long output in a pager."),
    Option(name: "utc", meaning: "Print times in UTC."),
    Option(name: "timeout", value: .seconds, meaning: "Time to wait for a reply (default 10s)."),
    Option(name: "help", letter: "h", meaning: "Print help, for a verb if one is given."),
    Option(name: "version", meaning: "Print the version."),
  ]
}
