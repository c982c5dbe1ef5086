import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

/// What happens to the session, the command and this program.
enum Event: Equatable, Sendable {
  case opened
  case notOpened(ErrorReply)
  case granted
  case refused(ErrorReply)
  case interrupted
  /// The command runs again after somebody had suspended it, and its session is inactive.
  case wasSuspended
  case ended(shouldResume: Bool)
  case recommended(shouldResume: Bool)
  case evicted
  /// No connection could be made, or it ended.
  case disconnected(Failure)
  /// The daemon is another one; the connection is the same.
  case wereReset
  /// Whether the session would be activated unlowered, and nobody interrupted by it.
  case probed(isFree: Bool)
  /// The daemon has decided something, while it is watched.
  case decided
  case command(Change)
  case signal(CInt)
  case timePassed

  /// What happens to the command.
  enum Change: Equatable, Sendable {
    /// It stopped by a signal, while this program stood so to the terminal.
    case stopped(CInt, Foreground)
    case continued
    /// It ended; the status is that of a shell.
    case ended(CInt)
  }

  /// The part that this program and its command have in the terminal.
  enum Foreground: Sendable {
    /// There is no terminal, or others use it, or nobody could continue this program.
    case none
    /// This program's process group is in the foreground.
    case own
    /// The command's process group is in the foreground.
    case command
    /// Another process group is; this program is a job in the background.
    case other
  }
}

/// What `run` does.
enum Action: Equatable, Sendable {
  /// Connects to the daemon; the next action is `open`.
  case connect
  case open
  case activate
  case deactivate
  /// Has the daemon tell every decision, or no longer.
  case watch(Bool)
  case probe
  /// Lets the command begin, with or without the session's number in its environment.
  case start(hasSession: Bool)
  /// Sends a signal to the command's process group.
  case send(CInt)
  /// Runs the command that pauses, or the one that resumes.
  case run(Helper)
  /// Makes the command's process group the terminal's foreground; by force even if it wasn't
  /// before.
  case giveTerminal(isForced: Bool)
  case takeTerminal
  /// Takes the terminal at the end; if the command was killed, it couldn't restore the modes.
  case reclaimTerminal(restoresModes: Bool)
  /// Stops this program and what else is in its process group, as a job of a shell.
  case suspend
  /// Tells the user; unless it is needed, only at a terminal.
  case tell(String, isNeeded: Bool = false)
  /// Tells why the session is interrupted.
  case explain
  case finish(Outcome)

  enum Helper: Sendable { case pause, resume }

  /// The end of this program.
  enum Outcome: Equatable, Sendable {
    case status(CInt)
    case failure(Failure)
  }
}
