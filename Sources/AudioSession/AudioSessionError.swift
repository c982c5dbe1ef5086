public import FoundationEssentials

/// An error thrown by a call to a ``Session``.
///
/// Later versions may add cases, so a `switch` over it should have a `default`.
public enum AudioSessionError: Error, Equatable, Sendable {
  /// The daemon refused the request; nothing has changed.
  case refused(Refusal)
  /// No daemon is there: nobody listens at any of these socket paths; `reason` is the system's.
  ///
  /// The library keeps trying, and ``SessionEvent/mediaServicesReset`` tells when one has come.
  case unavailable(paths: [String], reason: String)
  /// The program may not connect to the daemon's socket; `reason` is the system's.
  case accessDenied(path: String, reason: String)
  /// What answers at the socket doesn't speak this version of the protocol.
  case incompatible(reason: String)
  /// The connection was lost during the call, or hasn't been restored yet.
  ///
  /// ``SessionEvent/mediaServicesReset`` tells when it is; the session can be activated again then
  /// (R49).
  case mediaServicesFailed
  /// The daemon didn't answer within the limit of the call, usually ``Session/callLimit``.
  ///
  /// An activation that it carries out later is undone.
  case timedOut
  /// The calling task was cancelled. An activation that the daemon carries out all the same is undone.
  case cancelled
  /// An activation waited, and other sessions were still in the way when its time was up.
  case waitedInVain(for: Blocker?)
  /// An activation waited, and was then recommended not to resume: another session went before, or
  /// the user had paused this one.
  case shouldNotResume
  /// The session is closed: by the program, by an administrator, by the end of its lease, or by the
  /// end of the process that it was opened for.
  case closed
}

extension AudioSessionError: CustomStringConvertible {
  /// A sentence in English that says what is wrong, and what would be right.
  public var description: String {
    switch self {
    case .refused(let refusal): refusal.message
    case .unavailable(let paths, let reason):
      "No audiosessiond answers at \(paths.joined(separator: " or ")): \(reason)."
    case .accessDenied(let path, let reason):
      "This program may not connect to audiosessiond at \(path): \(reason)."
    case .incompatible(let reason): "What answers at the socket can't be used: \(reason)."
    case .mediaServicesFailed: "The connection to audiosessiond is lost; a reset will follow."
    case .timedOut: "audiosessiond didn't answer in time."
    case .cancelled: "The call was cancelled."
    case .waitedInVain(nil): "Another session was in the way for too long."
    case .waitedInVain(let other?):
      "\(other.name.map { "\"\($0)\"" } ?? "Session \(other.session)") was in the way for too long."
    case .shouldNotResume: "The session should not resume by itself; wait for the user."
    case .closed: "The session is closed; open another."
    }
  }
}

extension AudioSessionError: LocalizedError {
  /// The same sentence, so that `localizedDescription` has it.
  public var errorDescription: String? { description }
}
