import Glibc
// For `Atomic`, which ThreadSanitizer sees.
@_exported public import Synchronization

/// A mutex with the interface of Synchronization's, made of pthreads', which ThreadSanitizer knows.
public struct Mutex<Value: ~Copyable>: ~Copyable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  public init(_ value: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}

// Every access to the value is within the lock.
extension Mutex: @unchecked Sendable where Value: ~Copyable {}
