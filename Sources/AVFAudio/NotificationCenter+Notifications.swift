public import Foundation
import Synchronization

/// Notifications as an asynchronous sequence, which Foundation on Linux lacks.
extension NotificationCenter {
  /// The notifications of one name, from this call on, each once and in order.
  ///
  /// The observer is there when this returns, and goes with the last iterator: none is lost in
  /// between. Source: Apple, `NotificationCenter.notifications(named:object:)`.
  ///
  /// - Parameters:
  ///   - name: Which notifications.
  ///   - object: Only those that this posts; nil: anybody's.
  /// - Returns: A sequence for one loop.
  public func notifications(
    named name: Notification.Name,
    object: (any AnyObject & Sendable)? = nil
  ) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }

  /// Notifications that come in, until their reader has gone.
  ///
  /// Source: Apple, `NotificationCenter.Notifications`.
  public struct Notifications: AsyncSequence, Sendable {
    /// What it is a sequence of.
    public typealias Element = Notification
    /// It never fails.
    public typealias Failure = Never

    private let stream: AsyncStream<Parcel>

    init(center: NotificationCenter, name: Notification.Name, object: (any AnyObject & Sendable)?) {
      let (stream, continuation) = AsyncStream.makeStream(of: Parcel.self)
      let observer = Observer(
        center: center,
        token: center.addObserver(forName: name, object: object, queue: nil) { notification in
          continuation.yield(Parcel(notification: notification))
        }
      )
      continuation.onTermination = { _ in observer.remove() }
      self.stream = stream
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(base: stream.makeAsyncIterator())
    }

    /// The place in the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var base: AsyncStream<Parcel>.Iterator

      /// The next notification, nil when the reading task was cancelled.
      public mutating func next() async -> Notification? { await base.next()?.notification }

      /// The next notification, nil when the reading task was cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(Never) -> Notification? {
        await base.next(isolation: actor)?.notification
      }
    }
  }
}

/// A notification on its way to its reader.
// Nobody else changes it: what a session posts holds numbers and immutable objects only, and
// another's notification is as safe here as in a block with a queue.
private struct Parcel: @unchecked Sendable {
  let notification: Notification
}

/// An observer that can be taken away from any thread.
// The centre has a lock of its own, and the token is nothing but handed back to it.
private final class Observer: @unchecked Sendable {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol

  init(center: NotificationCenter, token: any NSObjectProtocol) {
    self.center = center
    self.token = token
  }

  func remove() { center.removeObserver(token) }
}
