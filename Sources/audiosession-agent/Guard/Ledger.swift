import AudioSessionSystem
import Glibc

/// Why there is no ledger.
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

/// What is touched now, on disk, so that it can be given back after a crash.
///
/// Each transition is one write(2) at the file's end, made before the transition itself wherever the
/// crash between them would lose something. Whoever has a ledger is the only one who enforces: it is
/// locked as long as it is open.
final class Ledger {
  /// How long another's lock is waited for, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000
  /// From this size on the file is written anew, as short as can be.
  private static let bytesToKeep = 65_536
  /// From this size on the file is emptied when nothing is touched: a page of memory that is kept
  /// needn't be got again for the next decision.
  private static let bytesToEmpty = 4096

  private let path: String
  /// Held for life; its file is never removed, as somebody may wait on it.
  private let lock: FileDescriptor
  private var file: FileDescriptor
  private var bytes = 0
  /// What the file amounts to.
  private(set) var contents: LedgerContents

  /// The folder of the ledger, `audiosession` in `$XDG_RUNTIME_DIR`; nil if that isn't set.
  static func folder(runtimeFolder: String?) -> String? {
    runtimeFolder.flatMap { $0.hasPrefix("/") ? $0 + "/audiosession" : nil }
  }

  /// Locks and opens the ledger of a folder, with what a crash has left in it.
  ///
  /// Another's lock is waited for, a second at most: a guard may be at work.
  ///
  /// - Parameter folder: It is made if it is missing.
  /// - Throws: Another agent holds it, or the system says why not.
  init(folder: String) throws(LedgerFailure) {
    path = folder + "/agent-touched"
    do throws(Errno) {
      if mkdir(folder, 0o700) != 0, errno != EEXIST { throw Errno(.mkdir, errno) }
      lock = FileDescriptor(try Ledger.open(path + ".lock", O_RDWR | O_CREAT))
      file = FileDescriptor(try Ledger.open(path, O_RDWR | O_CREAT | O_APPEND))
    } catch {
      throw .failed(path: path, error)
    }
    contents = LedgerContents()
    guard Ledger.isLocked(lock.number) else { throw .taken(path: path) }
    // Read under the lock only: before, it was another's.
    let text = SmallFile.text(path, limit: .max) ?? ""
    contents = LedgerContents(text: text)
    bytes = text.utf8.count
  }

  /// Notes a transition.
  ///
  /// What can't be written, as on a full disk, is enforced all the same: a crash at that moment is
  /// less likely than a decision.
  func note(_ transition: LedgerTransition) {
    guard contents.apply(transition) else { return }
    if contents.isEmpty && bytes >= Ledger.bytesToEmpty {
      truncate()
    } else if bytes < Ledger.bytesToKeep || !rewrite() {
      append(transition.line)
    }
  }

  /// Everything has been given back, or can't be any more.
  func clear() {
    contents = LedgerContents()
    truncate()
  }

  private func append(_ text: String) {
    if Ledger.write(text, to: file.number) { bytes += text.utf8.count }
  }

  private func truncate() {
    if ftruncate(file.number, 0) == 0 { bytes = 0 }
  }

  /// Puts a shorter file of the same meaning in the place of this one, all at once.
  ///
  /// - Returns: Whether that went well; if not, the file is as it was.
  private func rewrite() -> Bool {
    let newPath = path + ".new"
    guard
      let number = try? Ledger.open(newPath, O_RDWR | O_CREAT | O_TRUNC | O_APPEND)
    else { return false }
    let newFile = FileDescriptor(number)
    let text = contents.text
    guard Ledger.write(text, to: number), rename(newPath, path) == 0 else {
      return false
    }
    file = newFile
    bytes = text.utf8.count
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

  /// Locks, within the time that another's lock is waited for.
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
