import AudioSession
import AudioSessionTypes
public import Foundation
import Synchronization

/// The program's audio session, in Apple's own spelling over the daemon's.
///
/// Setting and activating wait for the daemon's answer on the thread that calls; nothing else that
/// the program does there is needed for the answer to come. What was set is read back without a
/// request. The first call that needs the daemon connects; notifications come from then on.
///
/// Source: Apple, `AVAudioSession`.
public final class AVAudioSession: NSObject, Sendable {
  private static let only = AVAudioSession()

  /// The daemon's session; another one after somebody evicted it.
  private let current: Mutex<Session>
  private let inert = Mutex(InertHardware())
  /// Options as the program named them: the daemon tells what is in force.
  private let namedOptions = Mutex<AudioSessionTypes.CategoryOptions>([])
  /// Held while the daemon is asked for a change, since some are made of what was before.
  private let changing = Mutex(())
  private let poster = Poster()

  private override init() {
    let session = Session(name: AVAudioSession.programName)
    current = Mutex(session)
    super.init()
    follow(session)
  }

  /// The program's one session, always the same object.
  public class func sharedInstance() -> AVAudioSession { only }

  /// What tools call the session: the program's file name, if the daemon takes it.
  private static var programName: String? {
    let name = ProcessInfo.processInfo.processName
    let isFit = !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isFit && (1...128).contains(name.utf8.count) ? name : nil
  }
}

/// What the topics' files are made of.
extension AVAudioSession {
  /// How the session stands, as far as the daemon has told.
  var status: SessionStatus { current.withLock { $0 }.status }

  /// How the session stands now: one request, for a second at most; nil if no answer came.
  var freshStatus: SessionStatus? {
    try? current.withLock { $0 }.wait(for: .refresh, atMost: .seconds(1))
  }

  /// The route now: one request, for a second at most; nil if no answer came.
  var freshRoute: Route? {
    try? current.withLock { $0 }.waitForRoute(atMost: .seconds(1))
  }

  /// What is kept without effect.
  var hardware: InertHardware { inert.withLock { $0 } }

  /// Keeps something without effect.
  func change(_ body: (inout InertHardware) -> Void) { inert.withLock { body(&$0) } }

  /// Posts after all that came before.
  func post(_ posting: Posting) { poster.post(posting, from: self) }

  /// The options that the program named last, and that were granted.
  var lastNamedOptions: AudioSessionTypes.CategoryOptions { namedOptions.withLock { $0 } }

  /// Asks the daemon for a change, and waits.
  ///
  /// - Parameter operation: Made of how the session stood before.
  /// - Throws: The daemon's refusal, or that it isn't there, as Apple's error.
  func perform(_ operation: (SessionStatus) throws -> AudioSession.Operation) throws {
    try changing.withLock { _ in
      let session = current.withLock { $0 }
      let operation = try operation(session.status)
      do throws(AudioSessionError) {
        try session.wait(for: operation, atMost: .seconds(10))
      } catch {
        throw AVAudioSession.error(error)
      }
      guard case .configure(let configuration) = operation else { return }
      if let options = configuration.options { namedOptions.withLock { $0 = options } }
    }
  }

  /// Carries on with what the daemon tells: the state first, what is posted after it.
  private func follow(_ session: Session) {
    let events = session.events
    Task.detached { [self] in
      for await event in events { receive(event) }
    }
  }

  private func receive(_ event: SessionEvent) {
    switch event {
    case .mediaServicesReset: forget()
    case .closed: openAnew()
    default: break
    }
    for posting in Posting.all(for: event) { post(posting) }
  }

  /// After a reset all is as at the start, what is inert too.
  private func forget() {
    namedOptions.withLock { $0 = [] }
    inert.withLock { $0 = InertHardware() }
  }

  private func openAnew() {
    forget()
    let session = Session(name: AVAudioSession.programName)
    current.withLock { $0 = session }
    follow(session)
  }
}
