import Foundation

/// Posts notifications, in order, on a queue of its own.
///
/// On Linux, `post` waits for each observer that has a queue. Only this queue is blocked by that;
/// neither replies to calls nor later events wait for it.
struct Poster: Sendable {
  private let queue = DispatchQueue(label: "AVAudioSession.notifications")

  /// Posts a notification after all earlier ones.
  func post(_ posting: Posting, from session: AVAudioSession) {
    guard posting.isForMainThread else { return queue.async { posting.post(from: session) } }
    call { posting.post(from: session) }
  }

  /// Calls a function on the main thread after all earlier notifications.
  func call(_ body: @escaping @Sendable () -> Void) {
    queue.async { if !Poster.onMainThread(body) { body() } }
  }

  /// Runs `body` on the main thread, if that serves the main queue.
  ///
  /// After `dispatchMain()`, and in an asynchronous `main`, other threads serve it. Foundation doesn't
  /// recognise these as the main queue: a post there would wait for an observer with `queue: .main`,
  /// and the observer for the post.
  ///
  /// - Returns: False if it didn't run.
  private static func onMainThread(_ body: @Sendable () -> Void) -> Bool {
    DispatchQueue.main.sync {
      guard Thread.isMainThread else { return false }
      body()
      return true
    }
  }
}
