import AudioSessionClient

/// An audio session of this program, arbitrated by the daemon.
///
/// A session connects with its first call. The sessions of a program share one connection for each
/// application that they name, which is closed with the last of them.
///
/// What a session is configured to is kept: if there is no daemon, or none any more, the configuration
/// is set as soon as there is one, and ``SessionEvent/mediaServicesReset`` follows. A daemon that goes
/// away or stops answering is reported by ``SessionEvent/mediaServicesLost``; calls then throw
/// ``AudioSessionError/mediaServicesFailed`` until the reset. A session is never activated again by
/// itself.
///
/// No call takes longer than ``callLimit``, apart from those that wait for other sessions. A session
/// to which no reference remains is closed.
public final class Session: Sendable {
  /// The time after which a call throws ``AudioSessionError/timedOut``: 3 seconds.
  ///
  /// A daemon that leaves a request unanswered for that long counts as lost.
  public static let callLimit = ClientState.patience

  let transport: any Transport
  let key: SessionKey

  /// Creates a session, which is opened by its first call.
  ///
  /// - Parameters:
  ///   - name: A name for tools and logs, 1 to 128 bytes.
  ///   - application: The application that the session belongs to, 1 to 128 bytes, if that consists of
  ///     several processes: sessions of one user and application never interrupt, duck or refuse each
  ///     other (R52). By default the process is an application of its own.
  ///   - zone: The zone in which the session is heard (R63).
  ///   - lease: The lease to open or to continue; nil for a session that ends with its connection.
  ///   - onBehalfOf: The id of the process to open the session for, if that isn't the program itself:
  ///     an agent may represent any process of its user, and with the grant `system` any process. The
  ///     session ends with that process; calls then throw ``AudioSessionError/closed``.
  ///   - socketPath: The path of the daemon's socket. By default it is `AUDIOSESSION_SOCKET` if set,
  ///     else that of the user's own instance if it exists, else that of the system's.
  public convenience init(
    name: String? = nil,
    application: String? = nil,
    zone: Zone = .byConfiguration,
    lease: Lease? = nil,
    onBehalfOf: Int32? = nil,
    socketPath: String? = nil
  ) {
    let opening = Opening(name: name, zone: zone, lease: lease, onBehalfOf: onBehalfOf)
    if socketPath == nil, let daemon = InProcessDaemons.current {
      self.init(opening, on: daemon.link(application: application))
    } else {
      let paths = socketPath.map { [$0] } ?? SocketPath.candidates()
      self.init(SharedConnection.join(.init(paths: paths, application: application), opening))
    }
  }

  /// Creates a session that is connected to a daemon in the same process.
  package convenience init(_ opening: Opening, on link: InProcessLink) {
    self.init((link, link.add(opening)))
  }

  private init(_ place: (transport: any Transport, key: SessionKey)) {
    (transport, key) = place
  }

  deinit { transport.leave(key) }

  /// The session's status as of the last reply or event; reading it makes no request.
  ///
  /// While there is no daemon its configuration is what will be set once there is one.
  public var status: SessionStatus { transport.status(of: key) }

  /// Returns the session's events, in the order in which they happen.
  ///
  /// The first call returns all events since the session was created, so that none is missed whenever
  /// it is made before ``close()``; every further call returns a new, independent sequence of the
  /// events from then on. A sequence ends when the session is closed or no reference to it remains, and
  /// in a task that is cancelled. Two loops over one sequence share its events between them. A sequence
  /// that isn't read, or a program that hasn't called this yet, loses nothing but the oldest of more
  /// than 4,096 events.
  public func events() -> AsyncStream<SessionEvent> {
    let (stream, continuation) = Backlog.makeStream()
    transport.add(continuation, to: key)
    return stream
  }
}
