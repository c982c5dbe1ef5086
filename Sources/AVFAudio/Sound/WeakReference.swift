/// A reference to an object that is being created, for what it is created with.
final class WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  // It is set once, before the object can be ordered anything, and read afterwards: both are atomic for
  // weak references.
  weak var object: Object?
}
