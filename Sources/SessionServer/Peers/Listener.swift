import AudioSessionArbitration
import AudioSessionSystem

/// The socket on which clients connect.
///
/// It isn't watched while there is no room for another descriptor, since it would always be ready.
final class Listener {
  /// The socket's file; nil once the daemon no longer listens.
  private var file: SocketFile?
  private var pause = ListenerPause()
  private let loop: Loop
  private let journal: Journal

  init(_ file: consuming SocketFile, loop: Loop, journal: Journal) throws(Errno) {
    self.file = consume file
    self.loop = loop
    self.journal = journal
    try watch()
  }

  /// The time at which a pause ends; nil if there is none.
  var pauseEnd: Instant? { pause.end }

  /// Accepts the next pending connection; returns nil if there is none.
  func accept() throws(Errno) -> Socket? {
    switch file {
    case .some(let file): try file.listener.accept()
    case .none: nil
    }
  }

  /// Records that a connection was accepted: the next pause is a short one again.
  func succeed() { pause.succeed() }

  /// Stops accepting connections for a while, because there was no room.
  func pause(after error: Errno) {
    journal.write(.listenerPaused, "can't accept connections for a while: \(error)")
    guard let number = file?.listener.number else { return }
    do { try loop.forget(number) } catch {
      journal.write(.failed, "can't stop listening: \(error)")
    }
    pause.begin(at: .now)
  }

  /// Ends a pause early, since there may be a free descriptor now.
  func resume() {
    guard pause.isPaused else { return }
    do { try watch() } catch {
      journal.write(.failed, "can't listen again: \(error)")
      pause.begin(at: .now)
    }
  }

  /// Ends a pause that is over at `now`.
  func resume(at now: Instant) {
    if let end = pause.end, end <= now { resume() }
  }

  /// Stops listening and frees the path.
  func remove() {
    guard let file = file.take() else { return }
    do {
      if !pause.isPaused { try loop.forget(file.listener.number) }
      try file.remove()
    } catch {
      journal.write(.failed, "can't remove the socket: \(error)")
    }
  }

  private func watch() throws(Errno) {
    guard let number = file?.listener.number else { return }
    try loop.watch(number, as: .listener)
    pause.finish()
  }
}
