import Foundation

/// Posts notifications, in order, from a queue of its own.
///
/// On Linux `post` waits for each observer that has a queue. Who waits is this queue alone, and
/// nothing waits for it: neither the replies to calls nor the events behind this one.
struct Poster: Sendable {
  private let queue = DispatchQueue(label: "AVAudioSession.notifications")

  /// Posts when all that came before has been.
  func post(_ posting: Posting, from session: AVAudioSession) {
    queue.async {
      if posting.isForMainThread, Poster.onMainThread({ posting.post(from: session) }) { return }
      posting.post(from: session)
    }
  }

  /// Does something on the main thread, if that is what serves the main queue.
  ///
  /// After `dispatchMain()`, and in an asynchronous `main`, other threads do. Foundation doesn't
  /// know them for the main queue, so that a post there would wait for an observer with
  /// `queue: .main`, and the observer for the post.
  private static func onMainThread(_ body: @Sendable () -> Void) -> Bool {
    DispatchQueue.main.sync {
      guard Thread.isMainThread else { return false }
      body()
      return true
    }
  }
}
