import AudioSessionSystem
import Glibc

/// The reason that a ledger can't be opened.
enum LedgerFailure: Error, Equatable {
  /// Another agent of this user holds it.
  case taken(path: String)
  case failed(path: String, Errno)

  /// For people.
  var description: String {
    switch self {
    case .taken(let path): "\(path): taken; another audiosession-agent of this user enforces"
    case .failed(let path, let errno): "\(path): \(errno)"
    }
  }
}

/// A file that records what is touched, so that it can be restored after a crash.
///
/// Each transition is one write(2) at the file's end, made before the transition itself wherever a
/// crash between the two would lose something. It is locked while it is open, so that only one
/// agent of a user enforces.
final class Ledger {
  /// The longest wait for another process's lock, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000
  /// The size from which the file is rewritten in its shortest form.
  private static let bytesToKeep = 65_536
  /// The size from which the file is emptied when nothing is touched; below it, keeping the page of
  /// memory saves getting it again.
  private static let bytesToEmpty = 4096

  private let path: String
  /// Held for life; its file is never removed, since somebody may wait on it.
  private let lock: FileDescriptor
  private var file: FileDescriptor
  private var bytes = 0
  /// Whether the file lacks a transition, or ends within a line: it has to be rewritten.
  private var isBehind: Bool
  /// The sum of the file's lines.
  private(set) var contents: LedgerContents

  /// The folder of the ledger, `audiosession` in `$XDG_RUNTIME_DIR`; nil if that isn't set.
  static func folder(runtimeFolder: String?) -> String? {
    runtimeFolder.flatMap { $0.hasPrefix("/") ? $0 + "/audiosession" : nil }
  }

  /// Locks and opens the ledger in a folder, and reads what a crash has left in it.
  ///
  /// Waits for another process's lock, at most a second: a guard may be at work.
  ///
  /// - Parameter folder: The folder, created if it is missing.
  /// - Throws: Another agent holds the lock, or a system call failed.
  init(folder: String) throws(LedgerFailure) {
    path = folder + "/agent-touched"
    do throws(Errno) {
      if mkdir(folder, 0o700) != 0, errno != EEXIST { throw Errno(.mkdir, errno) }
      lock = FileDescriptor(try Ledger.open(path + ".lock", O_RDWR | O_CREAT))
      file = FileDescriptor(try Ledger.open(path, O_RDWR | O_CREAT | O_APPEND))
    } catch {
      throw .failed(path: path, error)
    }
    (contents, isBehind) = (LedgerContents(), false)
    guard Ledger.isLocked(lock.number) else { throw .taken(path: path) }
    // Read under the lock only: before, it was another's.
    let text = SmallFile.text(of: file.number, limit: .max) ?? ""
    contents = LedgerContents(text: text)
    // Not those of the text, in which what isn't UTF-8 is repaired.
    bytes = max(lseek(file.number, 0, SEEK_END), 0)
    // What a crash has left of a line mustn't be continued.
    isBehind = !(text.isEmpty || text.hasSuffix("\n"))
  }

  /// Notes a transition.
  ///
  /// A write that fails, as on a full disk, doesn't keep the decision from being enforced: a crash
  /// at that moment is unlikely. With the next transition that fits, everything is written.
  func note(_ transition: LedgerTransition) {
    guard contents.apply(transition) else { return }
    if contents.isEmpty && (isBehind || bytes >= Ledger.bytesToEmpty) {
      truncate()
    } else if (bytes < Ledger.bytesToKeep && !isBehind) || !rewrite() {
      append(transition.line)
    }
  }

  /// Empties the ledger, once everything is restored or can no longer be.
  func clear() {
    contents = LedgerContents()
    truncate()
  }

  private func append(_ text: String) {
    if Ledger.write(text, to: file.number) {
      bytes += text.utf8.count
    } else {
      isBehind = true
      // A part of it may be there; shortening a file takes no room.
      ftruncate(file.number, bytes)
    }
  }

  private func truncate() {
    if ftruncate(file.number, 0) == 0 { (bytes, isBehind) = (0, false) }
  }

  /// Replaces the file atomically by a shorter one with the same contents.
  ///
  /// - Returns: Whether it succeeded; if not, the file is unchanged.
  private func rewrite() -> Bool {
    let newPath = path + ".new"
    guard
      let number = try? Ledger.open(newPath, O_RDWR | O_CREAT | O_TRUNC | O_APPEND)
    else { return false }
    let newFile = FileDescriptor(number)
    let text = contents.text
    guard Ledger.write(text, to: number), rename(newPath, path) == 0 else {
      unlink(newPath)
      return false
    }
    file = newFile
    (bytes, isBehind) = (text.utf8.count, false)
    return true
  }

  private static func write(_ text: String, to number: CInt) -> Bool {
    let bytes = Array(text.utf8)
    let count = try? SystemCall.perform(.write) { Glibc.write(number, bytes, bytes.count) }
    return count == bytes.count
  }

  private static func open(_ path: String, _ flags: CInt) throws(Errno) -> CInt {
    try SystemCall.perform(.open) { Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600) }
  }

  /// Takes the lock, waiting for it at most ``patience``.
  private static func isLocked(_ number: CInt) -> Bool {
    let end = SystemClock.boottime + patience
    repeat {
      if (try? SystemCall.attempt(.flock) { flock(number, LOCK_EX | LOCK_NB) }) != nil {
        return true
      }
      // flock(2) either doesn't wait or waits for ever.
      usleep(5_000)
    } while SystemClock.boottime < end
    return false
  }
}
