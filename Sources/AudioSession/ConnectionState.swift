import AudioSessionClient
import AudioSessionSystem
import Glibc

/// A conversation with the socket that carries it and the timer that wakes its thread.
///
/// The thread alone opens and closes the two, so that a number it waits on is never another's.
struct ConnectionState: ~Copyable, Sendable {
  var conversation: Conversation
  private let paths: [String]
  private var connection: SocketConnection?
  /// Wakes the thread, at a time or at once; there while the thread is.
  private var timer: BoottimeTimer?
  /// The time that the timer is set to, nil if it isn't set.
  private var wakeTime: Int64?
  /// Whether the thread waits for room to send.
  private var awaitsRoom = false

  init(paths: [String], application: String? = nil) {
    self.paths = paths
    conversation = Conversation(application: application)
  }

  /// Sends what there is room for, and has the thread do the rest.
  ///
  /// - Parameter read: What the thread does, if there is none yet and there is something to do.
  mutating func hasChanged(_ read: @escaping @Sendable () -> Void) {
    if hasThread {
      transmit()
      wakeInTime()
    } else if conversation.link != .idle, !conversation.isOver {
      startThread(read)
    }
  }

  /// Does all that can be done now: what the thread is to wait for, nil at the end.
  mutating func turn(_ buffer: inout [UInt8]) -> Watch? {
    if conversation.isOver {
      connection = nil
      timer = nil
      return nil
    }
    // The kernel refuses to read a timer only if it is none.
    if (try? timer?.takeExpiry()) == true { wakeTime = nil }
    let now = SystemClock.boottime
    conversation.timePassed(now)
    if conversation.wantsConnection(at: now) { connect(at: now) }
    receive(&buffer)
    transmit()
    awaitsRoom = conversation.machine.hasUnsent
    wakeInTime()
    return watch
  }

  private var hasThread: Bool {
    switch timer {
    case .some: true
    case .none: false
    }
  }

  private var watch: Watch? {
    let number: CInt?
    switch connection {
    case .some(let connection): number = connection.number
    case .none: number = nil
    }
    switch timer {
    case .some(let timer):
      return Watch(timer: timer.number, socket: number, awaitsRoom: number != nil && awaitsRoom)
    case .none: return nil
    }
  }

  private mutating func startThread(_ read: @escaping @Sendable () -> Void) {
    do throws(Errno) {
      timer = try BoottimeTimer()
      try SystemThread.start(named: "audiosession", read)
    } catch {
      timer = nil
      conversation.connectingFailed(
        .unavailable(paths: paths, reason: "\(error)"),
        at: SystemClock.boottime
      )
    }
  }

  /// Sets the timer, unless the thread will be awake early enough.
  private mutating func wakeInTime() {
    let isLeftAlone = conversation.isOver || conversation.machine.hasUnsent && !awaitsRoom
    guard let time = isLeftAlone ? 1 : conversation.deadline else { return }
    if let wakeTime, wakeTime <= time { return }
    // The kernel refuses to set a timer only if it is none, or the time no time.
    try? timer?.arm(at: time)
    wakeTime = time
  }

  private mutating func connect(at now: Int64) {
    do throws(ClientError) {
      connection = try SocketConnection(toFirstOf: paths)
      conversation.connected()
    } catch .unavailable(_, let errno) where errno.code == EAGAIN {
      conversation.queueWasFull(at: now)
    } catch {
      conversation.connectingFailed(failure(error), at: now)
    }
  }

  private mutating func transmit() {
    connection?.transmit(&conversation.machine)
  }

  private mutating func receive(_ buffer: inout [UInt8]) {
    do throws(ClientError) {
      guard let count = try connection?.receive(into: &buffer) ?? nil else { return }
      try conversation.received(buffer.span.extracting(first: count))
    } catch {
      connection = nil
      conversation.disconnected(failure(error), at: SystemClock.boottime)
    }
  }

  /// The error with which calls end where there is no conversation.
  private func failure(_ error: ClientError) -> AudioSessionError {
    switch error {
    case .unavailable(_, let errno): .unavailable(paths: paths, reason: "\(errno)")
    case .refused(let reply): .refused(Refusal(reply))
    case .protocolViolation(let sentence): .unavailable(paths: paths, reason: sentence)
    case .disconnected: .unavailable(paths: paths, reason: "the connection ended")
    case .timedOut: .timedOut
    }
  }
}
