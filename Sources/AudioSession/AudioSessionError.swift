/// Why a call to a session didn't do what it was asked for.
public enum AudioSessionError: Error, Equatable, Sendable {
  /// The daemon answered no; nothing has changed.
  case refused(Refusal)
  /// There is no daemon at any of these paths of a socket; the sentence says what there is.
  case unavailable(paths: [String], reason: String)
  /// The connection was lost while the daemon was asked, or isn't there again yet.
  ///
  /// Wait for ``SessionEvent/mediaServicesReset``, then configure and activate anew (R49).
  case mediaServicesFailed
  /// The daemon didn't answer in time; whether it did what it was asked for isn't known.
  case timedOut
  /// The task that called was cancelled; whether the daemon did it all the same isn't known.
  case cancelled
  /// The session was closed, by the program itself or by others, or has ended with the process that
  /// it was opened for.
  case closed
}

extension AudioSessionError: CustomStringConvertible {
  /// For people: what is wrong, and what would be right.
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
