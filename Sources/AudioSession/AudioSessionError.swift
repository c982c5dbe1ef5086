/// An error thrown by a call to a ``Session``.
public enum AudioSessionError: Error, Equatable, Sendable {
  /// The daemon refused the request; nothing has changed.
  case refused(Refusal)
  /// No daemon answers at any of these socket paths; `reason` is the system's or the daemon's.
  case unavailable(paths: [String], reason: String)
  /// The connection was lost during the call, or hasn't been restored yet.
  ///
  /// Wait for ``SessionEvent/mediaServicesReset``, then configure and activate again (R49).
  case mediaServicesFailed
  /// The daemon didn't answer within ``Session/callLimit``; it may have carried out the request.
  case timedOut
  /// The calling task was cancelled; the daemon may have carried out the request all the same.
  case cancelled
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
    case .mediaServicesFailed: "The connection to audiosessiond is lost; a reset will follow."
    case .timedOut: "audiosessiond didn't answer in time."
    case .cancelled: "The call was cancelled."
    case .closed: "The session is closed; open another."
    }
  }
}
