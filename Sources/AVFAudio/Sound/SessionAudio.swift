import AudioSession
import AudioSessionTypes
import Foundation
import Synchronization

/// The players and recorders of the program, and what its session has to do with them.
///
/// The first that runs activates the session; what stops the session pauses all that run. When none has
/// run for a moment, a session that only they activated is deactivated. The daemon is told whether the
/// program plays and records, unless the program tells that by itself.
package final class SessionAudio: Sendable {
  package static let shared = SessionAudio()

  /// How long a session stays active after the last sound, so that one may follow another.
  private static let grace = Duration.milliseconds(500)

  private struct Reference {
    weak var object: (any AudioObject)?
  }

  private struct State {
    var objects: [ObjectIdentifier: Reference] = [:]
    var running: [ObjectIdentifier: AudioDirection] = [:]
    /// Those that the current interruption has paused.
    var interrupted: Set<ObjectIdentifier> = []
    /// Whether the program has activated the session by itself, and not deactivated it.
    var isActivatedByProgram = false
    /// Whether a player or a recorder has activated it.
    var isActivatedBySound = false
    /// Whether the program reports by itself what it does.
    var isReportedByProgram = false
    /// The number of the latest change of what runs.
    var change = 0
  }

  private let state = Mutex(State())
  /// Reports and deactivations, one after another, so that no player waits for them.
  private let queue = DispatchQueue(label: "AVFAudio.SessionAudio")
  private var session: AVAudioSession { .sharedInstance() }
}

/// What players and recorders tell.
extension SessionAudio {
  /// Lets an object hear of the session for as long as it lives.
  package func add(_ object: some AudioObject) {
    state.withLock { $0.objects[ObjectIdentifier(object)] = Reference(object: object) }
  }

  /// Forgets an object that ends.
  package func remove(_ id: ObjectIdentifier) {
    state.withLock { state in
      state.objects[id] = nil
      state.interrupted.remove(id)
    }
    end(id)
  }

  /// Activates the session for an object that is about to run.
  ///
  /// Where no daemon is there, nobody decides, and it may run.
  ///
  /// - Returns: Whether it may.
  package func activate(for direction: AudioDirection) -> Bool {
    guard session.status.category.allows(direction) else { return false }
    do {
      if session.status.state != .active {
        try session.perform { _ in .activate() }
        state.withLock { if !$0.isActivatedByProgram { $0.isActivatedBySound = true } }
      }
      // Another's recording may stand in its way (R64).
      if direction == .input, !session.status.isRecording, !state.withLock(\.isReportedByProgram) {
        try session.perform { _ in .report(playing: nil, recording: true, foreground: nil) }
      }
      return true
    } catch {
      return AVAudioSession.Linux.cause(of: error)?.isAbsentDaemon ?? false
    }
  }

  /// An object runs from now on.
  package func begin(_ object: some AudioObject) {
    let id = ObjectIdentifier(object)
    state.withLock { state in
      state.running[id] = object.direction
      state.interrupted.remove(id)
      state.change += 1
    }
    queue.async { self.report() }
  }

  /// An object has been paused, has stopped, or has come to its end.
  package func end(_ id: ObjectIdentifier, isPaused: Bool = false) {
    let change: Int? = state.withLock { state in
      guard state.running.removeValue(forKey: id) != nil else { return nil }
      state.change += 1
      return state.change
    }
    guard let change else { return }
    queue.async { self.report() }
    guard !isPaused else { return }
    queue.asyncAfter(deadline: .now() + (SessionAudio.grace / .seconds(1))) {
      self.deactivateUnlessChanged(since: change)
    }
  }

  /// Tells the daemon what runs, if that isn't what it believes.
  private func report() {
    let (running, isReported) = state.withLock { ($0.running, $0.isReportedByProgram) }
    let status = session.status
    guard !isReported, status.state == .active else { return }
    let isPlaying = running.values.contains(.output)
    let isRecording = running.values.contains(.input)
    guard (status.isPlaying, status.isRecording) != (isPlaying, isRecording) else { return }
    // Nobody waits for it, and a daemon that refuses a recording has done so before (R64).
    try? session.perform { _ in
      .report(playing: isPlaying, recording: isRecording, foreground: nil)
    }
  }

  private func deactivateUnlessChanged(since change: Int) {
    let isDue = state.withLock { state in
      guard state.change == change, state.running.isEmpty, state.isActivatedBySound else {
        return false
      }
      state.isActivatedBySound = false
      return true
    }
    guard isDue else { return }
    // A session that isn't active any more needs no deactivation.
    try? session.perform { _ in .deactivate(notifyingOthers: true) }
  }
}

/// What the program and its session tell.
extension SessionAudio {
  /// The program has activated or deactivated the session.
  func programSetActive(_ isActive: Bool) {
    state.withLock { state in
      state.isActivatedByProgram = isActive
      state.isActivatedBySound = false
    }
    if !isActive { _ = pauseAll() }
  }

  /// Has everything be as loud as the session may be: ducked, or muted by the program.
  func applyGain(over time: Duration) {
    for object in objects() { object.setSessionGain(gain(for: object.direction), over: time) }
  }

  /// The gain of what plays or records in the session.
  ///
  /// Only the output is ducked. A mute is the program's own: the user's is the mixer's.
  package func gain(for direction: AudioDirection) -> Double {
    let status = session.status
    return switch direction {
    case .output: status.isOutputMuted ? 0 : status.gain
    case .input: status.isInputMuted ? 0 : 1
    }
  }

  /// The program reports by itself what it does.
  func programReports() { state.withLock { $0.isReportedByProgram = true } }

  /// Whether the program reports what it does, or its players and recorders do.
  var isReported: Bool { state.withLock { $0.isReportedByProgram || $0.change > 0 } }

  /// An event of the session, before it is posted.
  ///
  /// - Returns: What to call on the main thread before the notification.
  func receive(_ event: SessionEvent) -> (@Sendable () -> Void)? {
    switch event {
    case .ducking(_, let ramp): applyGain(over: ramp)
    case .interruptionBegan, .closed: return interrupt()
    case .interruptionEnded(let shouldResume):
      let options: AVAudioSession.InterruptionOptions = shouldResume ? .shouldResume : []
      let interrupted = takeInterrupted()
      return { for object in interrupted { object.interruptionEnded(options) } }
    case .mediaServicesLost:
      _ = pauseAll()
      for object in objects() { object.orphan() }
    case .mediaServicesReset: queue.async { self.rejoin() }
    default: break
    }
    return nil
  }

  /// Pauses all that run, unless the session has been activated again since.
  private func interrupt() -> (@Sendable () -> Void)? {
    guard session.status.state != .active else { return nil }
    let paused = pauseAll()
    state.withLock { state in
      for object in paused { state.interrupted.insert(ObjectIdentifier(object)) }
    }
    return { for object in paused { object.interruptionBegan() } }
  }

  private func takeInterrupted() -> [any AudioObject] {
    state.withLock { state in
      defer { state.interrupted = [] }
      return state.interrupted.compactMap { state.objects[$0]?.object }
    }
  }

  /// - Returns: Those that ran.
  private func pauseAll() -> [any AudioObject] {
    let paused = objects().filter { $0.pauseForSession() }
    state.withLock { state in
      for object in paused { state.running[ObjectIdentifier(object)] = nil }
      if !paused.isEmpty { state.change += 1 }
    }
    return paused
  }

  /// A daemon has come to a program that played without one: now it decides.
  private func rejoin() {
    let directions = state.withLock { Set($0.running.values) }
    guard !directions.isEmpty, session.status.state != .active else { return }
    if directions.allSatisfy({ activate(for: $0) }) { report() } else { _ = pauseAll() }
  }

  private func objects() -> [any AudioObject] {
    state.withLock { $0.objects.values.compactMap(\.object) }
  }
}

extension AudioSessionTypes.Category {
  /// Whether such a session may play, or record.
  fileprivate func allows(_ direction: AudioDirection) -> Bool {
    switch self {
    case .ambient, .soloAmbient, .playback: direction == .output
    case .record: direction == .input
    case .playAndRecord, .multiRoute: true
    }
  }
}

extension AudioSessionError {
  /// Whether there is nobody who decides.
  fileprivate var isAbsentDaemon: Bool {
    if case .unavailable = self { true } else { false }
  }
}
