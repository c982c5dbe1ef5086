import AudioSessionSystem
import Glibc

/// The process that repairs what a crash of the agent leaves: `audiosession-agent --guard`.
enum GuardProcess {
  /// The argument that the agent starts itself with.
  static let argument = "--guard"

  /// What a service manager or a terminal sends to all of the agent's processes alike.
  ///
  /// The guard ends with the agent and not before; `SIGKILL` comes long after.
  static let ignoredSignals = [SIGTERM, SIGINT, SIGHUP]

  /// Waits until standard input ends, which the agent holds while it lives, and sweeps.
  ///
  /// After an orderly end nothing is touched any more.
  ///
  /// - Parameters:
  ///   - runtimeFolder: `$XDG_RUNTIME_DIR`.
  ///   - resume: As ``Sweep`` wants it.
  /// - Returns: The exit status.
  static func run(runtimeFolder: String?, resume: ([String]) -> Void) -> CInt {
    for signal in ignoredSignals { Glibc.signal(signal, SIG_IGN) }
    waitForEnd()
    guard let folder = Ledger.folder(runtimeFolder: runtimeFolder) else { return 0 }
    do {
      Sweep.run(try Ledger(folder: folder), resume: resume)
      return 0
    } catch {
      // The next agent is there already, and has swept.
      if case .taken = error { return 0 }
      return 1
    }
  }

  private static func waitForEnd() {
    var byte: UInt8 = 0
    while true {
      guard let count = try? SystemCall.perform(.read, { read(STDIN_FILENO, &byte, 1) }), count > 0
      else { return }
    }
  }
}
