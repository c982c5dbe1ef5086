import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc

extension AudioSessionError {
  /// The error of calls for which there was no connection.
  ///
  /// - Parameters:
  ///   - error: What happened.
  ///   - paths: The paths that were tried.
  init(_ error: ClientError, at paths: [String]) {
    switch error {
    case .unavailable(let tried, let errno) where errno.code == EACCES || errno.code == EPERM:
      self = .accessDenied(path: tried.last ?? "", reason: "\(errno)")
    case .unavailable(_, let errno): self = .unavailable(paths: paths, reason: "\(errno)")
    case .refused(let reply) where reply.code == RPCError.unsupportedProtocol(nil).code:
      self = .incompatible(reason: reply.message)
    case .refused(let reply): self = .refused(Refusal(reply))
    case .protocolViolation(let sentence): self = .incompatible(reason: sentence)
    case .disconnected: self = .unavailable(paths: paths, reason: "the connection ended")
    case .timedOut: self = .timedOut
    }
  }
}
