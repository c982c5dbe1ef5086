import AudioSessionSystem
import Glibc

/// The guard process, `audiosession-agent --guard`, which repairs what a crash of the agent leaves.
enum GuardProcess {
  /// The argument that makes the program the guard.
  static let argument = "--guard"

  /// The signals that a service manager or terminal sends to all of the agent's processes.
  ///
  /// The guard ends with the agent and not before; `SIGKILL` would come long after.
  static let ignoredSignals = [SIGTERM, SIGINT, SIGHUP]

  /// Waits for the end of standard input, which the agent holds open while it lives, and sweeps.
  ///
  /// After an orderly end of the agent there is nothing left to sweep.
  ///
  /// - Parameters:
  ///   - runtimeFolder: `$XDG_RUNTIME_DIR`.
  ///   - resume: Resumes players, as in ``Sweep``.
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
