package import AudioSessionSystem
import CAudioSessionLinux
import Glibc

/// Waits for descriptors with level-triggered epoll(7): an event that isn't handled is reported
/// again.
///
/// Remove a descriptor before closing it: the kernel would keep reporting one that a child process
/// still holds, under a stale token.
@usableFromInline
package struct Poller: ~Copyable {
  /// The events to watch for; errors and hang-ups are always reported.
  package struct Interest: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(reading: Bool, writing: Bool) {
      rawValue = (reading ? 1 << 0 : 0) | (writing ? 1 << 1 : 0)
    }

    package static let reading = Interest(reading: true, writing: false)
    package static let writing = Interest(reading: false, writing: true)
  }

  /// The events that the kernel reports.
  package struct Readiness: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Reading won't block; it may find end of file or an error.
    package static let readable = Readiness(rawValue: 1 << 0)
    /// Writing won't block; it may find an error.
    package static let writable = Readiness(rawValue: 1 << 1)
    /// Both halves are shut down: nobody will read what is written, but there may be bytes to read.
    package static let hungUp = Readiness(rawValue: 1 << 2)
    /// The descriptor has an error.
    package static let failed = Readiness(rawValue: 1 << 3)
  }

  /// One descriptor that is ready.
  package struct Event: Equatable, Sendable, BitwiseCopyable {
    /// The token that it was registered with.
    package var token: UInt64
    package var readiness: Readiness

    package init(token: UInt64, readiness: Readiness) {
      self.token = token
      self.readiness = readiness
    }
  }

  /// The number of events per wait: as many as the daemon's connections by default.
  private static let capacity = 4096

  private let epoll: FileDescriptor
  private let events: UnsafeMutablePointer<audiosession_epoll_event>

  /// Creates a poller that watches nothing.
  package init() throws(Errno) {
    epoll = FileDescriptor(try SystemCall.perform(.epoll_create1) { audiosession_epoll_create() })
    // The kernel writes an event before it is read; pages that are never needed stay untouched.
    events = .allocate(capacity: Poller.capacity)
  }

  @inlinable
  deinit { release() }

  @usableFromInline
  func release() { events.deallocate() }

  /// The descriptor of the poller, which is readable while one that it watches is ready.
  package var number: CInt { epoll.number }

  /// Starts watching a descriptor; `token` is returned with each of its events.
  ///
  /// - Throws: `EEXIST` if it is already watched, `EPERM` for a regular file, `ENOSPC` and
  ///   `ENOMEM`.
  package func register(_ number: CInt, for interest: Interest, token: UInt64) throws(Errno) {
    try control(audiosession_epoll_add, number, interest, token)
  }

  /// Changes the events to watch a descriptor for; with none, only its end is reported.
  ///
  /// - Throws: `ENOENT` if it isn't watched.
  package func modify(_ number: CInt, for interest: Interest, token: UInt64) throws(Errno) {
    try control(audiosession_epoll_modify, number, interest, token)
  }

  /// Stops watching a descriptor.
  ///
  /// - Throws: `ENOENT` if it wasn't watched.
  package func remove(_ number: CInt) throws(Errno) {
    try control(audiosession_epoll_delete, number, [], 0)
  }

  /// Waits until a descriptor is ready or the timeout has passed.
  ///
  /// - Parameter timeout: Nil to wait for ever, 0 not to wait; rounded up to milliseconds, so that
  ///   a wait never ends early.
  /// - Returns: The number of events, to be read by ``subscript(_:)`` before the next wait.
  /// - Throws: Only errors that are bugs of the caller.
  package func wait(timeout: Duration?) throws(Errno) -> Int {
    let milliseconds = timeout.map(Poller.milliseconds) ?? -1
    let count = try SystemCall.perform(.epoll_wait) {
      audiosession_epoll_wait(epoll.number, events, CInt(Poller.capacity), milliseconds)
    }
    return Int(count)
  }

  /// One of the events of the last wait, 0 up to what it returned.
  package subscript(_ index: Int) -> Event {
    let event = events[index]
    return Event(token: event.token, readiness: Readiness(kernel: event.events))
  }

  private func control(
    _ operation: Int,
    _ number: CInt,
    _ interest: Interest,
    _ token: UInt64
  ) throws(Errno) {
    try SystemCall.perform(.epoll_ctl) {
      audiosession_epoll_control(epoll.number, CInt(operation), number, interest.kernel, token)
    }
  }

  private static func milliseconds(_ duration: Duration) -> CInt {
    let (seconds, attoseconds) = duration.components
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return CInt(clamping: max(0, seconds * 1000 + fraction))
  }
}

extension Poller.Interest {
  fileprivate var kernel: UInt32 {
    var bits: UInt32 = 0
    if contains(.reading) { bits |= UInt32(audiosession_epoll_in) }
    if contains(.writing) { bits |= UInt32(audiosession_epoll_out) }
    return bits
  }
}

extension Poller.Readiness {
  fileprivate init(kernel bits: UInt32) {
    self = []
    if bits & UInt32(audiosession_epoll_in) != 0 { insert(.readable) }
    if bits & UInt32(audiosession_epoll_out) != 0 { insert(.writable) }
    if bits & UInt32(audiosession_epoll_hang_up) != 0 { insert(.hungUp) }
    if bits & UInt32(audiosession_epoll_error) != 0 { insert(.failed) }
  }
}
