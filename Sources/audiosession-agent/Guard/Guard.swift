import AudioSessionEventLoop
import AudioSessionSystem
import Glibc

/// Keeps a guard process running, which repairs what a crash of this one would leave; see
/// ``GuardProcess``.
final class Guard: EventSource {
  /// The shortest time between the starts of two guards.
  private static let pause = Duration.seconds(1)
  /// The time between two notes while anything is touched.
  private static let pulse = Duration.milliseconds(500)

  /// The other end of the guard's standard input; it closes however this process ends.
  private var lifeline: FileDescriptor?
  private var note = GuardNote()
  /// When the note is sent again; nil if it needn't be.
  private var pulseTime: Duration?
  private var process: ProcessDescriptor?
  private(set) var pid: Int32?
  private var startTime: Duration?
  /// When the next guard is started; nil if there is one.
  private var nextStart: Duration?
  private(set) var generation = 0
  /// The reason that there is no guard, for the log; nil if there is one, or none was wanted yet.
  private(set) var problem: String?

  /// The program to start with ``GuardProcess/argument``.
  private let program: String
  private let environment: [String: String]?

  /// - Parameters:
  ///   - program: The program to start; by default the agent's own file.
  ///   - environment: The guard's whole environment; nil for this process's.
  init(program: String = Guard.ownProgram, environment: [String: String]? = nil) {
    self.program = program
    self.environment = environment
  }

  private static var ownProgram: String {
    // By the file's own name the system's tools show it as what it is. An upgrade may have taken
    // that file away.
    let link = "/proc/self/exe"
    let file = SmallFile.target(ofLink: link) ?? link
    return access(file, X_OK) == 0 ? file : link
  }

  var descriptor: CInt? { process?.number }
  var interest: Poller.Interest { .reading }
  var deadline: Duration? { [nextStart, pulseTime].compactMap { $0 }.min() }

  func dispatch(at now: Duration) {
    if pid != nil, (try? process?.hasEnded()) ?? true { bury(at: now) }
    if let nextStart, now >= nextStart { start(at: now) }
    if let pulseTime, now >= pulseTime { sendNote(at: now) }
  }

  /// Tells the guard what it has to know, now and again while anything is touched.
  func note(_ note: GuardNote, at now: Duration) {
    guard note != self.note else { return }
    self.note = note
    sendNote(at: now)
  }

  /// Sends the note, without waiting for a guard that is stuck.
  private func sendNote(at now: Duration) {
    pulseTime = nil
    guard let lifeline = lifeline?.number else { return }
    let bytes = Array(note.text.utf8)
    let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    let count = send(lifeline, bytes, bytes.count, flags)
    // One that hasn't got the last note would go on waiting for the next.
    if note.isTouched || count < 0 { pulseTime = now + Guard.pulse }
  }

  /// Starts the guard.
  ///
  /// Call it while holding the lock: the guard could take it first otherwise.
  func start(at now: Duration) {
    guard pid == nil else { return }
    nextStart = nil
    startTime = now
    do throws(Errno) {
      try spawn()
      problem = nil
      if note != GuardNote() { sendNote(at: now) }
    } catch {
      problem = "the guard can't be started: \(error)"
      nextStart = now + Guard.pause
    }
    generation += 1
  }

  private func bury(at now: Duration) {
    // It is our child, so waiting for it can't fail.
    if let pid { _ = try? Subprocess.wait(for: pid) }
    pid = nil
    process = nil
    lifeline = nil
    pulseTime = nil
    generation += 1
    nextStart = max(now, (startTime ?? now) + Guard.pause)
  }

  private func spawn() throws(Errno) {
    // A pair of sockets and no pipe: it can be made so that no other child ever has an end of it,
    // and it keeps the notes apart.
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    try SystemCall.perform(.socketpair) { socketpair(AF_UNIX, kind, 0, &ends) }
    let reading = FileDescriptor(ends[0])
    let writing = FileDescriptor(ends[1])
    let child = try spawn(input: reading.number)
    do throws(Errno) {
      process = try ProcessDescriptor(pid: child)
    } catch {
      // Its end couldn't be noticed, and nobody would reap it.
      kill(child, SIGKILL)
      _ = try? Subprocess.wait(for: child)
      throw error
    }
    pid = child
    lifeline = consume writing
  }

  private func spawn(input: CInt) throws(Errno) -> pid_t {
    var child = Subprocess(["audiosession-agent", GuardProcess.argument], program: program)
    child.environment = environment?.map { "\($0)=\($1)" }
    child.input = .descriptor(input)
    // It ends with the agent and not before, from its first moment on.
    child.blockedSignals = GuardProcess.ignoredSignals
    // What a terminal or a script sends to the agent's group isn't meant for it.
    child.leadsGroup = true
    return try child.start()
  }
}
