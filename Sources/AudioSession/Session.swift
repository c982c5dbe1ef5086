import AudioSessionClient

/// A session of this program with the daemon that arbitrates who may be heard.
///
/// It connects with its first call. All sessions of a program share one connection, or one for each
/// application that they name, which ends with the last of them. When the daemon goes away every session is told
/// ``SessionEvent/mediaServicesLost`` once, and ``SessionEvent/mediaServicesReset`` once when it is
/// there again; calls between the two fail with ``AudioSessionError/mediaServicesFailed``.
///
/// No call waits longer than ``callLimit``. A session that nobody refers to any more is closed.
public final class Session: Sendable {
  /// How long a call may take before it fails with ``AudioSessionError/timedOut``.
  public static let callLimit = Duration.seconds(5)

  let connection: SharedConnection
  let key: SessionKey

  /// A session that isn't open yet.
  ///
  /// - Parameters:
  ///   - name: What it is to be called in tools, 1 to 128 bytes.
  ///   - application: What it is a part of, 1 to 128 bytes, if several processes are: those of one
  ///     user that name the same application never interrupt, lower or refuse each other (R52). Nil:
  ///     the process by itself.
  ///   - zone: Where it is heard (R63).
  ///   - onBehalfOf: The process whose session it is to be, for an agent that speaks for programs
  ///     which don't ask: one of the agent's user, or of anybody's if the agent holds the grant
  ///     `system`. The session ends with that process; the next call fails with
  ///     ``AudioSessionError/closed`` then. Nil: the program's own.
  ///   - restoresConfiguration: Whether it is configured after a reset as it was before, unless
  ///     the daemon refuses that now; it is never activated again by itself.
  ///   - socketPath: Where the daemon listens; nil looks where every client does:
  ///     `AUDIOSESSION_SOCKET` alone if it is set, else the user's own instance, else the system's.
  public init(
    name: String? = nil,
    application: String? = nil,
    zone: Zone = .byConfiguration,
    onBehalfOf: Int32? = nil,
    restoresConfiguration: Bool = false,
    socketPath: String? = nil
  ) {
    (connection, key) = SharedConnection.join(
      SharedConnection.Place(
        paths: socketPath.map { [$0] } ?? SocketPath.candidates(),
        application: application
      ),
      Opening(name: name, zone: zone, onBehalfOf: onBehalfOf),
      restoresConfiguration: restoresConfiguration
    )
  }

  deinit { connection.leave(key) }

  /// How it stands, as far as the daemon has told; costs no request.
  ///
  /// It is up to date with every reply and every event that the program has seen.
  public var status: SessionStatus { connection.status(of: key) }

  /// What happens to it from now on; every reading gives a sequence of its own.
  ///
  /// A sequence ends when the session is closed, or nobody refers to it any more. Nothing is left
  /// out, so one that is kept should be read.
  public var events: AsyncStream<SessionEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
    connection.add(continuation, to: key)
    return stream
  }
}
