/// A value that one thread at a time may use: Synchronization's type, which Embedded Swift lacks on
/// Linux.
public struct Mutex<Value>: ~Copyable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  /// Protects a value.
  public init(_ initial: Value) {
    lock = .allocate(capacity: 1)
    // What PTHREAD_MUTEX_INITIALIZER is.
    lock.initialize(to: pthread_mutex_t())
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
  }

  /// Calls `body` with the value, while no other thread has it.
  public borrowing func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    lock.deallocate()
  }
}

// The value is only touched under the lock.
extension Mutex: @unchecked Sendable {}
