import AudioSessionSystem
import Glibc

/// The guard process, `audiosession-agent --guard`, which repairs what a crash of the agent leaves.
///
/// It remembers the agent's last ``GuardNote``. An agent that holds or lowers anything sends a note
/// twice a second; one that ceases to do so is stuck, and is killed.
struct GuardProcess {
  /// The argument that makes the program the guard.
  static let argument = "--guard"

  /// The signals that a service manager or terminal sends to all of the agent's processes.
  ///
  /// The guard ends with the agent and not before; `SIGKILL` would come long after.
  static let ignoredSignals = [SIGTERM, SIGINT, SIGHUP]

  /// Half of the time after which an agent without a pulse is stuck.
  ///
  /// In two halves: while the machine goes to sleep and wakes up, the guard may wait while the agent
  /// can't run. That ends one wait and not the next. The clock doesn't count the sleep itself.
  private static let patience: CInt = 650
  /// The longest note, in bytes.
  private static let longestNote = 65_536
  /// The longest wait for the lock of the agent that has ended.
  private static let patienceWithLock = Duration.milliseconds(300)

  /// The agent, by its pid while it is the parent.
  private let agent = getppid()
  private var hasKilled = false

  /// Waits for the agent's end, and sweeps.
  ///
  /// The agent holds the other end of standard input open while it lives.
  ///
  /// - Parameters:
  ///   - runtimeFolder: `$XDG_RUNTIME_DIR`.
  ///   - lockFolders: Those of ``EnforcementLock``.
  ///   - resume: Resumes players that are still paused, by their bus names.
  static func run(
    runtimeFolder: String?,
    lockFolders: () -> [String],
    resume: ([String]) -> Void
  ) {
    for signal in ignoredSignals { Glibc.signal(signal, SIG_IGN) }
    var process = GuardProcess()
    let note = process.watch()
    // Held until the end of the sweep, so that the next agent waits for it.
    let lock: EnforcementLock?
    do throws(EnforcementLock.Failure) {
      lock = try EnforcementLock(lockFolders(), patience: patienceWithLock)
    } catch {
      // The next agent is there already, and has swept; or ours is dead and can't end yet.
      if case .taken = error, !process.hasKilled { return }
      lock = nil
    }
    Sweep.run()
    resume(note.players.sorted())
    let problem = PausedPlayersFile(runtimeFolder: runtimeFolder)?.write([])
    if let problem { StandardError.write("audiosession-agent: \(problem)") }
    _ = consume lock
  }

  /// Takes the agent's notes until it has ended or is stuck.
  ///
  /// - Returns: The last note. It is read only then, which saves memory until then.
  private mutating func watch() -> GuardNote {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: GuardProcess.longestNote,
      alignment: 1
    )
    defer { room.deallocate() }
    var length = 0
    var misses = 0
    while misses < 2 {
      var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let isTouched = length > 0 && room[0] == GuardNote.touched
      let count = poll(&request, 1, isTouched ? GuardProcess.patience : -1)
      if count == 0 {
        misses += 1
        continue
      }
      // Where the kernel has no memory for a wait, it looks now and again.
      if count < 0, errno != EINTR { usleep(10_000) }
      let received = recv(STDIN_FILENO, room.baseAddress, room.count, CInt(MSG_DONTWAIT))
      if received < 0, errno == EAGAIN || errno == EINTR { continue }
      misses = 0
      if received <= 0 { break }
      length = received
    }
    if misses > 0 { killAgent() }
    return GuardNote(text: String(decoding: room[..<length], as: UTF8.self))
  }

  private mutating func killAgent() {
    hasKilled = true
    // Otherwise it has ended, and its pid may be another's.
    guard getppid() == agent else { return }
    StandardError.write("audiosession-agent: it is stuck; its guard kills it")
    kill(agent, SIGKILL)
  }
}
