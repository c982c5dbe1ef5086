public import Foundation
import Synchronization

/// Notifications as an asynchronous sequence, which Foundation doesn't have on Linux.
extension NotificationCenter {
  /// Returns the notifications of a name from now on, each once and in order.
  ///
  /// The observer is added before this method returns and removed with the last iterator, so that no
  /// notification is lost in between. Source: Apple,
  /// `NotificationCenter.notifications(named:object:)`.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications.
  ///   - object: The object that posts them; nil for any object.
  /// - Returns: A sequence that can be iterated once.
  public func notifications(
    named name: Notification.Name,
    object: (any AnyObject & Sendable)? = nil
  ) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }

  /// An asynchronous sequence of notifications, without end.
  ///
  /// One that isn't read keeps the latest 4,096.
  ///
  /// Source: Apple, `NotificationCenter.Notifications`.
  public struct Notifications: AsyncSequence, Sendable {
    /// The type of the elements.
    public typealias Element = Notification
    /// The sequence never throws.
    public typealias Failure = Never

    private let stream: AsyncStream<Parcel>
    private static let limit = 4096

    init(center: NotificationCenter, name: Notification.Name, object: (any AnyObject & Sendable)?) {
      let (stream, continuation) = AsyncStream.makeStream(
        of: Parcel.self,
        bufferingPolicy: .bufferingNewest(Notifications.limit)
      )
      let observer = Observer(
        center: center,
        token: center.addObserver(forName: name, object: object, queue: nil) { notification in
          continuation.yield(Parcel(notification: notification))
        }
      )
      continuation.onTermination = { _ in observer.remove() }
      self.stream = stream
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(base: stream.makeAsyncIterator())
    }

    /// An iterator over the notifications.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var base: AsyncStream<Parcel>.Iterator

      /// Returns the next notification; nil if the task was cancelled.
      public mutating func next() async -> Notification? { await base.next()?.notification }

      /// Returns the next notification; nil if the task was cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(Never) -> Notification? {
        await base.next(isolation: actor)?.notification
      }
    }
  }
}

/// A notification on its way to a reader.
// Unchecked, since nothing changes it on the way: a session's notifications contain only numbers and
// immutable objects, and others are as safe here as in an observer's block with a queue.
private struct Parcel: @unchecked Sendable {
  let notification: Notification
}

/// An observer that can be removed on any thread.
// Unchecked, since the center has a lock of its own, and the token is only handed back to it.
private final class Observer: @unchecked Sendable {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol

  init(center: NotificationCenter, token: any NSObjectProtocol) {
    self.center = center
    self.token = token
  }

  func remove() { center.removeObserver(token) }
}
