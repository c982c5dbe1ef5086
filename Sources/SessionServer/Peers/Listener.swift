import Arbitration
import AudioSessionSystem

/// The socket at which clients connect.
///
/// It isn't watched while there is no room for another descriptor, since it would be ready for ever.
final class Listener {
  /// Nil once the daemon doesn't listen any more.
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

  /// When a pause ends; nil: there is none.
  var pauseEnd: Instant? { pause.end }

  /// The next pending connection, nil if there is none.
  func accept() throws(Errno) -> Socket? {
    switch file {
    case .some(let file): try file.listener.accept()
    case .none: nil
    }
  }

  /// Somebody was accepted: the next pause is a short one again.
  func succeed() { pause.succeed() }

  /// Accepts nobody for a while: there was no room.
  func pause(after error: Errno) {
    journal.write(.listenerPaused, "can't accept connections for a while: \(error)")
    guard let number = file?.listener.number else { return }
    do { try loop.forget(number) } catch {
      journal.write(.failed, "can't stop listening: \(error)")
    }
    pause.begin(at: .now)
  }

  /// Ends a pause early: there may be a free descriptor now.
  func resume() {
    guard pause.isPaused else { return }
    do { try watch() } catch {
      journal.write(.failed, "can't listen again: \(error)")
      pause.begin(at: .now)
    }
  }

  /// Ends a pause whose time is over at `now`.
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
