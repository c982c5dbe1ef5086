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

/// The folders that can carry the lock on enforcement.
private func lockFolders() -> [String] { EnforcementLock.folders(variable) }

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Takes the lock on enforcement; nil where there can be none.
///
/// A guard may be at work, which takes less than the time that is waited.
private func takeLock() -> EnforcementLock? {
  do throws(EnforcementLock.Failure) {
    return try EnforcementLock(lockFolders(), patience: .seconds(2))
  } catch {
    if case .taken = error { fail(ExitStatus.agentRuns, error.description) }
    Commands.complain(error.description)
    return nil
  }
}

/// Resumes players that a dead agent had paused.
private func resume(_ players: [String]) { PlayerRepair.resumeNow(players) }

/// Runs the agent until a signal stops it.
private func serve(_ options: Options, _ runtimeFolder: String?) {
  let configuration = AgentConfiguration(.agent(file: options.configurationFile))
  Commands.complain(of: configuration)
  // Somebody who names a file waits for the answer.
  if options.configurationFile != nil && !configuration.leftOut.isEmpty {
    exit(ExitStatus.badConfiguration)
  }
  // Lists of all sessions and bursts of PipeWire's come and go, for months.
  Heap.keepSmall()
  do throws(Errno) {
    try run(options, configuration, runtimeFolder)
  } catch {
    fail(ExitStatus.usage, "\(error)")
  }
}

/// Runs the agent with a configuration, until a signal stops it.
///
/// Apart from the catch of its errors: where that was in one function with the lock, the compiler
/// left out the path to it in Embedded Swift.
@inline(never)
private func run(
  _ options: Options,
  _ configuration: AgentConfiguration,
  _ runtimeFolder: String?
) throws(Errno) {
  // Before anything else: signals that come meanwhile wait for the loop.
  let signals = try Signals()
  let lock = takeLock()
  let pausedPlayersFile = PausedPlayersFile(runtimeFolder: runtimeFolder)
  if let players = pausedPlayersFile?.players, !players.isEmpty {
    resume(players.sorted())
    if let problem = pausedPlayersFile?.write([]) { Commands.complain(problem) }
  }
  let loop = try AgentLoop(
    signals,
    options: options,
    configuration: configuration,
    pausedPlayersFile: pausedPlayersFile,
    runtimeFolder: runtimeFolder
  )
  try loop.run()
  _ = consume lock
}

do throws(UsageError) {
  let options = try Options(CommandLine.arguments.dropFirst())
  let runtimeFolder = variable("XDG_RUNTIME_DIR")
  switch options.action {
  case .serve: serve(options, runtimeFolder)
  case .guardAgent:
    GuardProcess.run(runtimeFolder: runtimeFolder, lockFolders: lockFolders, resume: resume)
  case .checkConfiguration: exit(Commands.checkConfiguration(options))
  case .explainRules: exit(Commands.ask(.report, options))
  case .silentSwitch(let wanted): exit(Commands.ask(.silentSwitch(wanted), options))
  case .keepPaused: exit(Commands.ask(.keepPaused, options))
  case .leave(let program): exit(Commands.leave(program, true))
  case .adopt(let program): exit(Commands.leave(program, false))
  case .listLeft: exit(Commands.listLeft())
  case .showHelp: StandardOutput.write(Options.help)
  case .showVersion: StandardOutput.write("audiosession-agent \(version)")
  }
} catch {
  fail(ExitStatus.usage, error.message)
}
