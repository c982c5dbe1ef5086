package import AudioSessionSystem
import Glibc

/// A connection to the first of several Unix sockets that is there, which is made again when it is lost.
package struct RetryingSocket: ~Copyable {
  /// How often and when a connection that can't be made is tried again.
  package struct Patience: Sendable {
    /// The pause before each time.
    package var interval: Duration
    /// The number of times; nil: for ever.
    package var retries: Int?

    package init(interval: Duration, retries: Int?) {
      self.interval = interval
      self.retries = retries
    }
  }

  /// Boxed, so that it can be dropped while a caller still uses it.
  private final class Connection {
    let socket: Socket

    init(_ socket: consuming Socket) { self.socket = socket }
  }

  private let paths: [String]
  private let patience: Patience
  private var connection: Connection?
  private var retriesLeft: Int?
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// The path that it is connected to, or last tried.
  package private(set) var place: String?
  /// Changes with each connection.
  package private(set) var generation = 0
  /// When to connect, or to receive and send what there was no memory for; nil: at no certain time.
  package private(set) var deadline: Duration?
  /// Whether the kernel had no memory: until the deadline, the poller would always report room.
  package private(set) var lacksMemory = false

  /// - Parameters:
  ///   - paths: The paths of sockets to try, in this order.
  ///   - patience: How long to try.
  package init(paths: [String], _ patience: Patience) {
    self.paths = paths
    self.patience = patience
    retriesLeft = patience.retries
  }

  /// What came of trying to connect.
  package enum Attempt: Equatable {
    /// A new connection was made.
    case connected
    /// There was one already.
    case unchanged
    /// None can be made now, a sentence.
    case failed(String)
  }

  package var descriptor: CInt? { connection?.socket.number }
  package var isConnected: Bool { connection != nil }

  /// Connects, unless connected, to the first of the paths that exists.
  package mutating func connect(at now: Duration) -> Attempt {
    guard connection == nil else { return .unchanged }
    deadline = nil
    var trouble = "no path to try"
    for path in paths {
      place = path
      do {
        connection = Connection(try Socket.connect(to: path, blocking: false))
        generation += 1
        retriesLeft = patience.retries
        return .connected
      } catch {
        trouble = "\(path): \(error)"
        if error.code == ENOENT || error.code == ENOTDIR { continue }
        // The socket's file exists, and may be served in a moment.
        retry(at: now)
        return .failed(trouble)
      }
    }
    if patience.retries == nil { retry(at: now) }
    return .failed(trouble)
  }

  private mutating func retry(at now: Duration) {
    if let left = retriesLeft {
      guard left > 0 else { return }
      retriesLeft = left - 1
    }
    deadline = now + patience.interval
  }

  /// A file at one of the paths has appeared: it is tried as often as at first.
  package mutating func hasHope() { retriesLeft = patience.retries }

  /// Drops the connection; another is tried after a pause, and repeatedly for a while.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - pause: The pause; nil: the usual one.
  package mutating func lose(at now: Duration, for pause: Duration? = nil) {
    connection = nil
    lacksMemory = false
    generation += 1
    retriesLeft = patience.retries
    deadline = now + (pause ?? patience.interval)
  }

  /// Leaves the connection alone for a while.
  private mutating func awaitMemory(at now: Duration) {
    lacksMemory = true
    deadline = now + patience.interval
  }

  /// Passes on what has arrived, piece by piece.
  ///
  /// - Returns: Why the connection is to be dropped, a sentence; nil: it isn't.
  package mutating func receive(at now: Duration, _ take: (Span<UInt8>) -> Void) -> String? {
    while let connection {
      if lacksMemory { (lacksMemory, deadline) = (false, nil) }
      let count: Int?
      do {
        count = try connection.socket.receive(into: &buffer)
      } catch {
        guard error.isShortage else { return "\(error)" }
        awaitMemory(at: now)
        return nil
      }
      guard let count else { return nil }
      guard count > 0 else { return "the daemon closed the connection" }
      buffer.withUnsafeBufferPointer { take($0.extracting(..<count).span) }
      if count < buffer.count { return nil }
    }
    return nil
  }

  /// Sends as much as the socket has room for.
  ///
  /// - Returns: The number of bytes that were sent; 0 if there is no connection.
  /// - Throws: The connection is to be dropped.
  package mutating func send(
    _ bytes: UnsafeRawBufferPointer,
    at now: Duration
  ) throws(Errno) -> Int {
    guard let connection, !lacksMemory else { return 0 }
    do throws(Errno) {
      return try connection.socket.send(bytes) ?? 0
    } catch {
      guard error.isShortage else { throw error }
      awaitMemory(at: now)
      return 0
    }
  }
}
