import AudioSessionSystem
import AudioSessionWire
import Enforcement
import Glibc

// The program around the loop: arguments, who enforces, exit status.

let log = Log()

/// Ends the program with a message.
func fail(_ status: CInt, _ message: String) -> Never {
  log.note(message)
  exit(status)
}

/// Runs the agent until it is told to stop.
func serve(_ options: Options) {
  let runtimeFolder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
  do throws(Errno) {
    let loop = try AgentLoop(
      options: options,
      ledger: openLedger(runtimeFolder),
      runtimeFolder: runtimeFolder,
      log: log
    )
    try loop.run()
  } catch {
    fail(1, "\(error)")
  }
}

/// Makes this agent the one that enforces.
func openLedger(_ runtimeFolder: String?) -> Ledger? {
  guard let folder = Ledger.folder(runtimeFolder: runtimeFolder) else {
    log.note("XDG_RUNTIME_DIR isn't set: nothing would be repaired after a crash")
    return nil
  }
  do {
    return try Ledger(folder: folder)
  } catch {
    fail(75, error.description)
  }
}

do throws(UsageError) {
  let options = try Options(CommandLine.arguments.dropFirst())
  switch options.action {
  case .serve: serve(options)
  case .showHelp: print(Options.help)
  case .showVersion: print("audiosession-agent \(version)")
  case .guardAgent, .checkConfiguration, .explainRules, .silentSwitch: break
  }
} catch {
  fail(1, error.message)
}
