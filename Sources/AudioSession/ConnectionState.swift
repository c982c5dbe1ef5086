import AudioSessionClient
import AudioSessionSystem
import Glibc

/// A client's state, its connection, and the timer that wakes its thread.
///
/// Only the thread opens and closes descriptors, so that a number it waits for is never reused.
struct ConnectionState: ~Copyable, Sendable {
  var client: ClientState
  private let paths: [String]
  private var connection: SocketConnection?
  /// Wakes the thread at a given time, or at once; it exists as long as the thread.
  private var timer: BoottimeTimer?
  /// The time to which the timer is set, in nanoseconds since boot; nil if it isn't set.
  private var wakeTime: Int64?
  /// True while the thread waits for room to send.
  private var awaitsRoom = false

  init(paths: [String], application: String? = nil) {
    self.paths = paths
    client = ClientState(application: application)
  }

  /// Sends as much as there is room for, and leaves the rest to the thread.
  ///
  /// - Parameter read: The body of the thread, which is started if it is needed and isn't running.
  mutating func hasChanged(_ read: @escaping @Sendable () -> Void) {
    if hasThread {
      transmit()
      wakeInTime()
    } else if client.link != .idle, !client.isOver {
      startThread(read)
    }
  }

  /// Does everything that can be done now.
  ///
  /// - Parameter buffer: Memory to receive into.
  /// - Returns: What the thread has to wait for next; nil if it has to end.
  mutating func turn(_ buffer: inout [UInt8]) -> Watch? {
    if client.isOver {
      connection = nil
      timer = nil
      return nil
    }
    // Reading a timer that exists can't fail.
    if (try? timer?.takeExpiry()) == true { wakeTime = nil }
    // What has arrived is read before the time is looked at: a program that slept isn't the daemon's
    // fault.
    receive(&buffer)
    let now = SystemClock.boottime
    if client.timePassed(now) { connection = nil }
    if client.wantsConnection(at: now) { connect(at: now) }
    transmit()
    awaitsRoom = client.machine.hasUnsent
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
      client.connectingFailed(
        .unavailable(paths: paths, reason: "\(error)"),
        at: SystemClock.boottime
      )
    }
  }

  /// Sets the timer, unless it is already set to an earlier time.
  private mutating func wakeInTime() {
    let isLeftAlone = client.isOver || client.machine.hasUnsent && !awaitsRoom
    guard let time = isLeftAlone ? 1 : client.deadline else { return }
    if let wakeTime, wakeTime <= time { return }
    // Setting a timer that exists to a valid time can't fail.
    try? timer?.arm(at: time)
    wakeTime = time
  }

  private mutating func connect(at now: Int64) {
    do throws(ClientError) {
      connection = try SocketConnection(toFirstOf: paths)
      client.connected(at: now)
    } catch .unavailable(_, let errno) where errno.code == EAGAIN {
      client.queueWasFull(at: now)
    } catch {
      client.connectingFailed(AudioSessionError(error, at: paths), at: now)
    }
  }

  private mutating func transmit() {
    connection?.transmit(&client.machine)
  }

  private mutating func receive(_ buffer: inout [UInt8]) {
    do throws(ClientError) {
      guard let count = try connection?.receive(into: &buffer) ?? nil else { return }
      try client.received(
        buffer.span.extracting(first: count),
        at: SystemClock.boottime
      )
    } catch {
      connection = nil
      client.disconnected(AudioSessionError(error, at: paths), at: SystemClock.boottime)
    }
  }
}
