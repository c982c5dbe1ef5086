import AudioSessionClient

/// An audio session of this program, arbitrated by the daemon.
///
/// A session connects with its first call. The sessions of a program share one connection for each
/// application that they name, which is closed with the last of them. When the daemon goes away, each
/// session receives ``SessionEvent/mediaServicesLost`` once, and ``SessionEvent/mediaServicesReset``
/// once when the daemon has returned; calls in between throw
/// ``AudioSessionError/mediaServicesFailed``.
///
/// No call takes longer than ``callLimit``. A session to which no reference remains is closed.
public final class Session: Sendable {
  /// The time after which a call throws ``AudioSessionError/timedOut``: 5 seconds.
  public static let callLimit = Duration.seconds(5)

  let connection: SharedConnection
  let key: SessionKey

  /// Creates a session, which is opened by its first call.
  ///
  /// - Parameters:
  ///   - name: A name for tools and logs, 1 to 128 bytes.
  ///   - application: The application that the session belongs to, 1 to 128 bytes, if that consists of
  ///     several processes: sessions of one user and application never interrupt, duck or refuse each
  ///     other (R52). By default the process is an application of its own.
  ///   - zone: The zone in which the session is heard (R63).
  ///   - onBehalfOf: The id of the process to open the session for, if that isn't the program itself:
  ///     an agent may represent any process of its user, and with the grant `system` any process. The
  ///     session ends with that process; calls then throw ``AudioSessionError/closed``.
  ///   - restoresConfiguration: Whether the configuration is set again after a reset, unless the
  ///     daemon then refuses it. A session is never activated again automatically.
  ///   - socketPath: The path of the daemon's socket. By default it is `AUDIOSESSION_SOCKET` if set,
  ///     else that of the user's own instance if it exists, else that of the system's.
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

  /// The status that the daemon last reported; reading it makes no request.
  ///
  /// It includes every reply and every event that the program has received.
  public var status: SessionStatus { connection.status(of: key) }

  /// The session's events from now on; each access returns a new, independent sequence.
  ///
  /// A sequence ends when the session is closed or no reference to it remains. Its buffer is
  /// unbounded and drops nothing, so a sequence that is kept should be read.
  public var events: AsyncStream<SessionEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
    connection.add(continuation, to: key)
    return stream
  }
}
