import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire
import Glibc

// The program around the loop: arguments, the lock on enforcement, the exit status.

/// Ends the program with a message.
private func fail(_ status: CInt, _ message: String) -> Never {
  Commands.complain(message)
  exit(status)
}

/// Takes the lock on enforcement, and repairs what a crash of another agent left.
private func openLedger(_ runtimeFolder: String?) -> Ledger? {
  guard let folder = Ledger.folder(runtimeFolder: runtimeFolder) else {
    Commands.complain("XDG_RUNTIME_DIR isn't set; nothing would be repaired after a crash")
    return nil
  }
  do throws(LedgerFailure) {
    let ledger = try Ledger(folder: folder)
    Sweep.run(ledger, resume: resume)
    return ledger
  } catch {
    fail(ExitStatus.agentRuns, error.description)
  }
}

/// Resumes players that a dead agent had paused.
private func resume(_ players: [String]) { PlayerRepair.resumeNow(players) }

/// Raises the agent's scheduling priority above that of ordinary programs.
///
/// A new stream that it hears of too late is loud for its first moment. PipeWire's own threads,
/// which carry the sound, still come first.
///
/// - Returns: Whether it runs in real time now; the user's limits may not allow it.
private func hurry() -> Bool {
  do throws(Errno) {
    try Scheduling.becomeRealTime(priority: 20, longestRun: .milliseconds(200))
    return true
  } catch {
    // At least a larger share of the processor.
    try? Scheduling.setNiceness(-11)
    return false
  }
}

/// Runs the agent until a signal stops it.
private func serve(_ options: Options, _ runtimeFolder: String?) {
  let configuration = AgentConfiguration(.agent(file: options.configurationFile))
  Commands.complain(of: configuration)
  // Somebody who names a file waits for the answer.
  if options.configurationFile != nil && !configuration.leftOut.isEmpty {
    exit(ExitStatus.badConfiguration)
  }
  do throws(Errno) {
    // Before anything else: signals that come meanwhile wait for the loop.
    let signals = try Signals()
    let ledger = openLedger(runtimeFolder)
    let loop = try AgentLoop(
      signals,
      options: options,
      configuration: configuration,
      ledger: ledger,
      runtimeFolder: runtimeFolder
    )
    if !hurry() { loop.askForRealTime() }
    try loop.run()
  } catch {
    fail(ExitStatus.usage, "\(error)")
  }
}

do throws(UsageError) {
  let options = try Options(CommandLine.arguments.dropFirst())
  let runtimeFolder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
  switch options.action {
  case .serve: serve(options, runtimeFolder)
  case .guardAgent: exit(GuardProcess.run(runtimeFolder: runtimeFolder, resume: resume))
  case .checkConfiguration: exit(Commands.checkConfiguration(options))
  case .explainRules: exit(Commands.ask(.report, options))
  case .silentSwitch(let wanted): exit(Commands.ask(.silentSwitch(wanted), options))
  case .showHelp: StandardOutput.write(Options.help)
  case .showVersion: StandardOutput.write("audiosession-agent \(version)")
  }
} catch {
  fail(ExitStatus.usage, error.message)
}
