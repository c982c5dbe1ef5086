import AudioSession
import AudioSessionTypes
public import Foundation
import Synchronization

/// The program's audio session, with Apple's interface, arbitrated by the daemon.
///
/// Methods that configure or activate the session block the calling thread until the daemon has
/// replied, for 1 second at most, or for 3 seconds where the daemon may hold the reply back until other
/// programs are silent (R14): during an activation, and while the session is active. The reply doesn't
/// depend on that thread's run loop. Settings are read back without a request. The first call that needs the daemon connects to it; notifications are
/// posted from then on. Without a daemon, settings are kept, and set when there is one. What Linux adds
/// is under ``linux-swift.property``.
///
/// Source: Apple, `AVAudioSession`.
public final class AVAudioSession: NSObject, Sendable {
  private static let only = AVAudioSession()

  /// The session in the daemon, and how it was opened; replaced if an administrator closes it.
  private let current: Mutex<(session: Session, scope: SessionScope)>
  /// The gain that was posted last.
  private let gain = Mutex(PostedGain())
  /// The mutes that were posted last.
  let mutes = Mutex(PostedMutes())
  /// The inputs that were told last.
  private let inputs = Mutex(KnownInputs())
  private let inert = Mutex(InertHardware())
  private let remoteControl = Mutex(RemoteControl())
  /// The options that the program named; the daemon reports those in force.
  private let namedOptions = Mutex<AudioSessionTypes.CategoryOptions>([])
  /// Held during a change, since some changes depend on the status before them.
  ///
  /// A semaphore, because waiting for it has to end as well.
  private let changing = DispatchSemaphore(value: 1)
  private let poster = Poster()

  private override init() {
    let scope = SessionScope()
    let session = scope.session(named: AVAudioSession.programName)
    current = Mutex((session, scope))
    super.init()
    follow(session)
  }

  /// The program's only session.
  public class func sharedInstance() -> AVAudioSession { only }

  /// Category, mode, options and state, in words; reading it makes no request.
  public override var description: String { summary }

  /// The session's name for tools: the program's file name, if the daemon accepts it.
  private static var programName: String? {
    let name = ProcessInfo.processInfo.processName
    let isFit = !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isFit && (1...128).contains(name.utf8.count) ? name : nil
  }
}

/// The common basis of the extensions in other files.
extension AVAudioSession {
  /// The session in the daemon.
  var underlying: Session { current.withLock { $0.session } }

  /// How the session in the daemon was opened.
  var scope: SessionScope { current.withLock { $0.scope } }

  /// The status as of the last reply or event.
  var status: SessionStatus { underlying.status }

  /// The current status, by a request of 1 second at most; nil if the daemon doesn't reply.
  var freshStatus: SessionStatus? {
    let session = underlying
    do throws(AudioSessionError) {
      try session.wait(for: .refresh, atMost: .seconds(1))
      return session.status
    } catch {
      return nil
    }
  }

  /// The current route, by a request of 1 second at most; nil if the daemon doesn't reply.
  var freshRoute: Route? {
    try? underlying.wait(for: .route, atMost: .seconds(1))
  }

  /// Whether a system sound may play now (R46), by a request of 1 second at most.
  ///
  /// Where no daemon is there, or none that answers, nobody forbids it.
  package var letsSystemSoundsPlay: Bool {
    let (session, scope) = current.withLock { $0 }
    do throws(AudioSessionError) {
      try session.wait(for: .systemSound(in: scope.zone), atMost: .seconds(1))
      return true
    } catch {
      if case .refused = error { return false }
      return true
    }
  }

  /// The settings that are stored without effect.
  var hardware: InertHardware { inert.withLock { $0 } }

  /// Changes a setting that is stored without effect.
  func change(_ body: (inout InertHardware) -> Void) { inert.withLock { body(&$0) } }

  /// What is known of the program's remote commands.
  var remote: RemoteControl { remoteControl.withLock { $0 } }

  /// Changes what is known of the program's remote commands.
  func changeRemote(_ body: (inout RemoteControl) -> Void) { remoteControl.withLock { body(&$0) } }

  /// Posts a notification after all earlier ones.
  func post(_ posting: Posting) { poster.post(posting, from: self) }

  /// Calls a function on the main thread, if that is served, after all earlier notifications.
  package func callOnMain(_ body: @escaping @Sendable () -> Void) { poster.call(body) }

  /// The options that the program named in its last successful call.
  var lastNamedOptions: AudioSessionTypes.CategoryOptions { namedOptions.withLock { $0 } }

  /// Longer than a reply may be held, which is 2 seconds (R14), and shorter than a silent daemon takes
  /// to count as lost, so that the call fails first.
  private static let longestCall = Duration.milliseconds(2500)

  /// Makes a change, blocking for 1 second at most, or for ``longestCall`` if the daemon may
  /// hold back its reply, or that to another thread's change before it (R14).
  ///
  /// Without a daemon a configuration is kept, and set as soon as there is one; as on iOS that is no
  /// error. Nor is a report that nobody hears.
  ///
  /// - Parameter operation: Returns the operation, given the status before it.
  /// - Throws: An error in Apple's form, if the daemon refuses, or isn't there for an activation.
  func perform(_ operation: (SessionStatus) throws -> AudioSession.Operation) throws {
    let start = ContinuousClock.now
    let isFree = changing.wait(timeout: .now()) == .success
    guard isFree || isAlone() else { throw AVAudioSession.error(AudioSessionError.timedOut) }
    defer { changing.signal() }
    let session = underlying
    let status = session.status
    let operation = try operation(status)
    let mayBeHeld = !isFree || operation.isActivation || status.state == .active
    let limit = mayBeHeld ? AVAudioSession.longestCall - (ContinuousClock.now - start) : .seconds(1)
    do throws(AudioSessionError) {
      try session.wait(for: operation, atMost: limit)
    } catch {
      // Its session is gone for good; the event that may tell so comes later, or never.
      if error == .closed { openAnew(inPlaceOf: session) }
      guard operation.doesWithoutDaemon(after: error) else { throw AVAudioSession.error(error) }
    }
    followReports(by: operation, in: session)
    guard case .configure(let configuration) = operation else { return }
    if let options = configuration.options { namedOptions.withLock { $0 = options } }
  }

  /// Waits until no other change is under way, for as long as one may take.
  ///
  /// - Returns: Whether that is so; then `changing` is to be signalled.
  private func isAlone() -> Bool {
    changing.wait(timeout: .now() + (AVAudioSession.longestCall / .seconds(1))) == .success
  }

  /// Handles the session's events: the state is updated first, then notifications are posted.
  private func follow(_ session: Session) {
    let events = session.events()
    // Weakly: a session that another replaces is released, which closes it.
    Task.detached { [self, weak session] in
      for await event in events { receive(event, from: session) }
    }
  }

  /// Handles an event.
  ///
  /// Of a session that another has replaced only the end matters: a call may have seen it first.
  private func receive(_ event: SessionEvent, from session: Session?) {
    if case .closed = event {
      openAnew(inPlaceOf: session)
    } else if session !== underlying {
      return
    }
    let hasOtherInputs = inputs.withLock { $0.change(by: event) }
    // Players are paused before anybody hears of it.
    if let call = SessionAudio.shared.receive(event) { callOnMain(call) }
    postMutes()
    let gain = gain.withLock { $0.change(by: event) }
    for posting in [gain].compactMap(\.self) + Posting.all(for: event) { post(posting) }
    if hasOtherInputs { post(Posting(name: AVAudioSession.availableInputsChangeNotification)) }
  }

  /// Opens a session in place of one that was closed, with all settings at their defaults.
  private func openAnew(inPlaceOf closed: Session?) {
    replace { session, scope in
      // The event and a call that fails tell the same on two threads.
      guard session === closed else { return nil }
      namedOptions.withLock { $0 = [] }
      inert.withLock { $0 = InertHardware() }
      return (scope.session(named: AVAudioSession.programName), scope)
    }
  }

  /// Changes what is fixed when a session is opened; one that is open is replaced.
  func changeScope(_ body: (inout SessionScope) -> Void) {
    // A change that is under way is waited for, so that it isn't lost; but not for ever.
    let isAlone = isAlone()
    defer { if isAlone { changing.signal() } }
    replace { session, scope in
      var changed = scope
      body(&changed)
      if changed == scope { return nil }
      let successor = changed.session(named: AVAudioSession.programName)
      successor.keepConfiguration(of: session)
      return (successor, changed)
    }
  }

  /// Replaces the session and its scope in one step, unless `successor` returns nil.
  private func replace(
    by successor: (Session, SessionScope) -> (session: Session, scope: SessionScope)?
  ) {
    let replacement = current.withLock { current -> (former: Session, new: Session)? in
      guard let next = successor(current.session, current.scope) else { return nil }
      defer { current = next }
      return (current.session, next.session)
    }
    guard let replacement else { return }
    follow(replacement.new)
    // The new session isn't active, so that nothing lowers it.
    if let posting = gain.withLock({ $0.change(to: 1, over: .zero) }) { post(posting) }
    // Released here, after the lock: that closes it.
    _ = replacement.former
  }
}
