import AudioSessionSystem
import Glibc

/// The controlling terminal, which is lent to the command's process group.
///
/// SIGTTOU has to be blocked: this program takes the terminal back from the background.
struct Terminal: ~Copyable {
  /// The terminal's modes, when the other process group had it last.
  private struct Modes {
    var own: termios?
    var command: termios?
  }

  private let terminal: FileDescriptor?
  private let own = getpgrp()
  /// True if the command is to have the terminal while it runs.
  private var isLent: Bool
  private var modes = Modes()

  /// Opens the controlling terminal, if there is one.
  init() {
    let number = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    isLent =
      number >= 0 && tcgetpgrp(number) == getpgrp() && isatty(STDIN_FILENO) == 1
      && isatty(STDOUT_FILENO) == 1
    terminal = number >= 0 ? FileDescriptor(number) : nil
    modes.own = readModes()
  }

  /// The part that this program and the command have in the terminal.
  func foreground(command: Int32) -> Event.Foreground {
    // The leader of a session has no shell that could continue it.
    guard let number, getsid(0) != getpid() else { return .none }
    switch tcgetpgrp(number) {
    case own: return .own
    case command: return .command
    default: return .other
    }
  }

  /// Makes the command's process group the foreground, if this program's is.
  mutating func give(to command: Int32, isForced: Bool) {
    guard let number, tcgetpgrp(number) == own, isLent || isForced else { return }
    isLent = true
    modes.own = readModes()
    if var modes = modes.command { tcsetattr(number, TCSADRAIN, &modes) }
    tcsetpgrp(number, command)
  }

  /// Makes this program's process group the foreground again, if the command's is.
  ///
  /// - Parameters:
  ///   - command: The command's process group.
  ///   - restoresModes: Whether its modes are to be undone; a program that has ended in order
  ///     leaves the terminal as its user wants it, as stty(1) does.
  mutating func take(from command: Int32, restoresModes: Bool) {
    guard let number, tcgetpgrp(number) == command else { return }
    tcsetpgrp(number, own)
    guard restoresModes else { return }
    modes.command = readModes()
    if var modes = modes.own { tcsetattr(number, TCSADRAIN, &modes) }
  }

  private var number: CInt? {
    switch terminal {
    case .some(let terminal): terminal.number
    case .none: nil
    }
  }

  private func readModes() -> termios? {
    var modes = termios()
    guard let number, tcgetattr(number, &modes) == 0 else { return nil }
    return modes
  }
}
