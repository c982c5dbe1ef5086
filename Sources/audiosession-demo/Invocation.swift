/// What the command line asks for.
enum Invocation: Equatable {
  /// To show the story; with a program that misreports, to see that this is found out.
  case perform(Sabotage?)
  /// To be one of the story's programs: what the demo starts itself as.
  case act(Role, socketPath: String, hearings: Int)
  case showHelp
  case misuse(String)

  /// A program that passes on what it hears too often, or never.
  struct Sabotage: Equatable {
    var role: Role
    var hearings: Int
  }

  /// Reads the arguments, without the program's name.
  init(_ arguments: [String]) {
    switch arguments.first {
    case nil: self = .perform(nil)
    case "--help", "-h": self = .showHelp
    case "--role" where arguments.count == 4:
      guard let role = Role(rawValue: arguments[1]), let hearings = Int(arguments[3]) else {
        fallthrough
      }
      self = .act(role, socketPath: arguments[2], hearings: hearings)
    case "--sabotage" where arguments.count == 3:
      guard let role = Role(rawValue: arguments[1]), let hearings = Int(arguments[2]) else {
        fallthrough
      }
      self = .perform(Sabotage(role: role, hearings: hearings))
    default:
      self = .misuse("\(arguments.joined(separator: " ")): expected nothing, or --help")
    }
  }

  /// What `--help` prints.
  static let help = """
    usage: audiosession-demo

    Shows what audiosessiond does: starts one with a socket and a configuration of its own in a
    temporary folder, lets seven programs play, ring and crash, and compares all that they are
    told with the rules. Needs nothing but audiosessiond beside it, and leaves nothing behind.

    Exit status: 0 if every step came out as the rules say, 1 if not, 130 if it was interrupted.

    """
}
