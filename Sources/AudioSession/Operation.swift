import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// An operation on a session: one request to the daemon.
package enum Operation: Equatable, Sendable {
  /// Opens the session if it isn't open.
  case open
  case configure(Configuration)
  /// Activates the session; with a number, only if it wasn't interrupted after that decision (R33).
  case activate(ifSeq: UInt64? = nil)
  case deactivate(notifyingOthers: Bool)
  /// Ends a scope: the last one deactivates the session, unless it couldn't activate it and nothing else
  /// did.
  case endScope(notifyingOthers: Bool, hasActivated: Bool)
  case report(playing: Bool?, recording: Bool?, foreground: Bool?)
  /// Mutes the input or the output, or no longer; nil leaves it as it is.
  case mute(input: Bool?, output: Bool?)
  /// Prefers an input, by its port's id; nil: none.
  case preferInput(String?)
  /// Has what it plays go to the loudspeaker, or no longer.
  case overrideOutput(toSpeaker: Bool)
  /// Renews a lease.
  case renew(Duration?)
  /// Reads the session's current status.
  case refresh
  /// Reads the route.
  case route
  /// Asks whether a system sound may play now in a zone (R46); a refusal says that it may not.
  case systemSound(in: Zone)
  /// Waits for the session's turn, if none has come since the given one; makes no request.
  case turn(after: UInt64)
  /// Closes the session for good.
  case close

  /// The request to make for the session of this number.
  ///
  /// Nil for what the library does by itself.
  func request(_ session: UInt64) -> (method: Method, parameters: JSONValue)? {
    let members: [JSONValue.Member] = [.init("session", .number(String(session)))]
    return switch self {
    case .open, .refresh: (.sessionGet, .object(members))
    case .configure(let configuration):
      (.sessionConfigure, .object(members + configuration.members))
    case .activate(let seq?):
      (.sessionActivate, .object(members + [.init("ifSeq", .number(String(seq)))]))
    case .activate(nil): (.sessionActivate, .object(members))
    case .deactivate(let notifyingOthers):
      (
        .sessionDeactivate,
        SessionDeactivate(reference: .session(session), notifyOthers: notifyingOthers).json
      )
    case .report(let playing, let recording, let foreground):
      (
        .sessionReport,
        SessionReport(
          reference: .session(session),
          report: Report(playing: playing, recording: recording, foreground: foreground)
        ).json
      )
    case .mute(let input, let output):
      (
        .sessionReport,
        SessionReport(
          reference: .session(session),
          report: Report(inputMuted: input, outputMuted: output)
        ).json
      )
    case .preferInput(let port):
      (
        .sessionReport,
        SessionReport(
          reference: .session(session),
          report: Report(),
          preferredInput: port.map { .name($0) } ?? NameParameter.none
        ).json
      )
    case .overrideOutput(let toSpeaker):
      (
        .sessionReport,
        SessionReport(
          reference: .session(session),
          report: Report(overridesOutput: toSpeaker)
        ).json
      )
    case .renew(let time?):
      (.sessionRenew, .object(members + [.init("ttlSeconds", .number("\(time.inSeconds)"))]))
    case .renew(nil): (.sessionRenew, .object(members))
    case .route: (.systemGet, [:])
    case .systemSound(let zone): (.alertRequest, .object(zone.members))
    case .turn, .endScope: nil
    case .close: (.sessionClose, .object(members))
    }
  }

  /// Whether an error is none to the program: the daemon couldn't be asked for what is done as soon as
  /// there is one, or for what only a daemon would care about.
  package func doesWithoutDaemon(after error: AudioSessionError) -> Bool {
    guard error.isAbsence else { return false }
    return switch self {
    case .configure, .mute, .preferInput, .overrideOutput: true
    // A daemon that is there may refuse a recording (R64).
    case .report(_, let recording, _): recording != true || error != .timedOut
    default: false
    }
  }

  /// True for a wait for the session's turn, which outlasts a loss.
  var isTurn: Bool {
    if case .turn = self { return true }
    return false
  }

  /// True for what makes the session active or inactive.
  var changesActivation: Bool {
    switch self {
    case .activate, .deactivate: true
    default: false
    }
  }

  /// True for an activation.
  package var isActivation: Bool {
    if case .activate = self { return true }
    return false
  }
}
