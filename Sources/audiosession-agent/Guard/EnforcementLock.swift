import AudioSessionClient
import AudioSessionSystem
import Glibc

/// The lock that only one agent of a user holds, or the guard of one that has died.
///
/// It is on a folder itself, not on a file within it: that takes no room and no right to write. The
/// kernel drops it with the process, however that ends.
struct EnforcementLock: ~Copyable {
  /// The reason that there is no lock.
  enum Failure: Error, Equatable {
    /// Another agent of this user holds it.
    case taken(folder: String)
    /// No folder can be locked.
    case impossible(folders: [String], Errno)

    /// For people.
    var description: String {
      switch self {
      case .taken(let folder): "\(folder): locked; another audiosession-agent of this user enforces"
      case .impossible(let folders, let errno):
        "nothing prevents a second audiosession-agent: \(folders.joined(separator: ", ")): \(errno)"
      }
    }
  }

  private let folder: FileDescriptor

  /// The folders to try, in this order: the user's runtime folder, PipeWire's, and the one that the
  /// user's runtime folder usually is, so that an agent without variables finds it as well.
  static func folders(_ variable: (String) -> String?) -> [String] {
    [variable("XDG_RUNTIME_DIR"), variable("PIPEWIRE_RUNTIME_DIR"), "/run/user/\(getuid())"]
      .compactMap { $0 }.filter { $0.hasPrefix("/") }
  }

  /// Locks the first folder that can be opened.
  ///
  /// - Parameters:
  ///   - folders: The folders.
  ///   - patience: The longest wait for another process's lock.
  /// - Throws: That another process has it, or that there can be none.
  init(_ folders: [String], patience: Duration) throws(Failure) {
    var failure = Errno(.open, ENOENT)
    for path in folders {
      do throws(Errno) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let folder = FileDescriptor(try SystemCall.perform(.open) { open(path, flags) })
        if try EnforcementLock.lock(folder.number, patience) {
          self.folder = folder
          return
        }
      } catch {
        failure = error
        continue
      }
      throw .taken(folder: path)
    }
    throw .impossible(folders: folders, failure)
  }

  /// - Returns: Whether it is ours; false if another process has it.
  private static func lock(_ number: CInt, _ patience: Duration) throws(Errno) -> Bool {
    let end = SystemClock.monotonic + patience.nanoseconds
    repeat {
      if try SystemCall.attempt(.flock, { flock(number, LOCK_EX | LOCK_NB) }) != nil { return true }
      // flock(2) either doesn't wait or waits for ever.
      usleep(5_000)
    } while SystemClock.monotonic < end
    return false
  }
}
