package import AudioSessionSystem
import CAudioSessionLinux
import Glibc

/// Waits for descriptors: epoll(7), level-triggered, so that what isn't dealt with comes again.
///
/// A descriptor is to be removed before it is closed: the kernel would go on reporting one that a
/// child process still holds, under a token that nobody knows any more.
package struct Poller: ~Copyable {
  /// What a descriptor is watched for; an error or a hang-up is always reported.
  package struct Interest: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let reading = Interest(rawValue: 1 << 0)
    package static let writing = Interest(rawValue: 1 << 1)
  }

  /// What the kernel reports of a descriptor.
  package struct Readiness: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Reading won't wait; it may find the end of file or an error.
    package static let readable = Readiness(rawValue: 1 << 0)
    /// Writing won't wait; it may find an error.
    package static let writable = Readiness(rawValue: 1 << 1)
    /// Both halves have ended: nobody will read what is written, though there may be bytes to read.
    package static let hungUp = Readiness(rawValue: 1 << 2)
    /// The descriptor is broken.
    package static let failed = Readiness(rawValue: 1 << 3)
  }

  /// One descriptor that is ready.
  package struct Event: Equatable, Sendable, BitwiseCopyable {
    /// What it was registered under.
    package var token: UInt64
    package var readiness: Readiness

    package init(token: UInt64, readiness: Readiness) {
      self.token = token
      self.readiness = readiness
    }
  }

  /// As many as the daemon has connections by default: what is ready is seen in one turn.
  private static let capacity = 4096

  private let epoll: FileDescriptor
  private let events: UnsafeMutablePointer<audiosession_epoll_event>

  /// A poller that watches nothing yet.
  package init() throws(Errno) {
    epoll = FileDescriptor(try SystemCall.perform(.epoll_create1) { audiosession_epoll_create() })
    // The kernel writes an event before it is read; pages that are never needed stay untouched.
    events = .allocate(capacity: Poller.capacity)
  }

  deinit { events.deallocate() }

  /// Watches a descriptor from now on; `token` comes back with each of its events.
  ///
  /// - Throws: `EEXIST` if it is watched already, `EPERM` for a plain file, `ENOSPC` and `ENOMEM`.
  package func register(_ number: CInt, for interest: Interest, token: UInt64) throws(Errno) {
    try control(audiosession_epoll_add, number, interest, token)
  }

  /// Watches a descriptor for something else, or for nothing but its end.
  ///
  /// - Throws: `ENOENT` if it isn't watched.
  package func modify(_ number: CInt, for interest: Interest, token: UInt64) throws(Errno) {
    try control(audiosession_epoll_modify, number, interest, token)
  }

  /// Watches a descriptor no longer.
  ///
  /// - Throws: `ENOENT` if it wasn't watched.
  package func remove(_ number: CInt) throws(Errno) {
    try control(audiosession_epoll_delete, number, [], 0)
  }

  /// Waits until a descriptor is ready or the time is over.
  ///
  /// - Parameter timeout: nil waits for ever, 0 not at all; what is less than a millisecond is
  ///   rounded up, so that a wait never ends early.
  /// - Returns: How many events there are, to be read by ``subscript(_:)`` before the next wait.
  /// - Throws: Nothing that isn't a fault of ours.
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
