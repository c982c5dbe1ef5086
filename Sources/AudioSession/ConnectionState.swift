import AudioSessionClient
import AudioSessionSystem
import Glibc

/// A conversation with the socket that carries it and the timer that wakes its thread.
///
/// The thread alone opens and closes the two, so that a number it waits on is never another's.
struct ConnectionState: ~Copyable, Sendable {
  var conversation: Conversation
  private let paths: [String]
  private var socket: Socket?
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
      socket = nil
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
    let timerNumber: CInt
    switch timer {
    case .some(let timer): timerNumber = timer.number
    case .none: return nil
    }
    switch socket {
    case .some(let socket):
      return Watch(timer: timerNumber, socket: socket.number, awaitsRoom: awaitsRoom)
    case .none: return Watch(timer: timerNumber, socket: nil, awaitsRoom: false)
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
    var failure = Errno(.connect, ENOENT)
    for path in paths {
      do {
        socket = try Socket.connect(to: path, blocking: false)
        return conversation.connected()
      } catch {
        failure = error
        if error.code != ENOENT && error.code != ENOTDIR { break }
      }
    }
    if failure.code == EAGAIN {
      conversation.queueWasFull(at: now)
    } else {
      let error = AudioSessionError.unavailable(paths: paths, reason: "\(failure)")
      conversation.connectingFailed(error, at: now)
    }
  }

  private mutating func transmit() {
    switch socket {
    case .none: return
    case .some(let socket):
      do {
        try conversation.machine.flush { bytes throws(Errno) in try socket.send(bytes) ?? 0 }
      } catch {
        // Nobody reads any more; that is found out, and told, by reading.
        conversation.machine.discardUnsent()
      }
    }
  }

  private mutating func receive(_ buffer: inout [UInt8]) {
    let count: Int?
    switch socket {
    case .none: return
    case .some(let socket):
      count = buffer.withUnsafeMutableBytes { bytes in
        // An error of a connected socket is its end.
        do { return try socket.receive(into: bytes) } catch { return 0 }
      }
    }
    guard let count else { return }
    if count == 0 { return disconnect("the connection ended") }
    do {
      try conversation.received(buffer.span.extracting(first: count))
    } catch .refused(let reply) {
      disconnect(.refused(Refusal(reply)))
    } catch .protocolViolation(let sentence) {
      disconnect(sentence)
    } catch {
      disconnect("\(error)")
    }
  }

  private mutating func disconnect(_ reason: String) {
    disconnect(.unavailable(paths: paths, reason: reason))
  }

  private mutating func disconnect(_ error: AudioSessionError) {
    socket = nil
    conversation.disconnected(error, at: SystemClock.boottime)
  }
}
