/// What the command line asks for.
enum Invocation: Equatable {
  /// Show the story.
  case perform(Sabotage?)
  /// Be one of the story's programs; the demo starts itself this way.
  case relay(socketPath: String)
  case showHelp
  case misuse(String)

  /// A program whose notifications are seen too often, or never, to prove that the demo notices.
  struct Sabotage: Equatable {
    var role: Role
    /// How often each of its notifications is seen.
    var hearings: Int
  }

  /// Reads the arguments, without the program's name.
  init(_ arguments: [String]) {
    switch arguments.first {
    case nil: self = .perform(nil)
    case "--help", "-h": self = .showHelp
    case "--relay" where arguments.count == 2: self = .relay(socketPath: arguments[1])
    case "--sabotage" where arguments.count == 3:
      guard let role = Role(rawValue: arguments[1]), let hearings = Int(arguments[2]) else {
        fallthrough
      }
      self = .perform(Sabotage(role: role, hearings: hearings))
    default:
      self = .misuse("\(arguments.joined(separator: " ")): expected no argument, or --help")
    }
  }

  /// The text of `--help`.
  static let help = """
    usage: audiosession-demo

    Shows what audiosessiond does: starts one with a socket and a configuration of its own in a
    temporary folder, lets seven programs play, ring and crash, and checks everything they are
    told against the rules. It needs only audiosessiond beside it, and leaves nothing behind.

    Exit status: 0 if every step followed the rules, 1 if not, 130 if interrupted.

    """
}
