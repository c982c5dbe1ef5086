import AudioSessionConfigurationFile
import AudioSessionSystem
import Glibc
import Synchronization

/// One reading of the configuration, on a separate thread: a file on a network, or the directory
/// that knows the names of users, may be slow, and nothing else must wait for it.
final class ConfigurationReading {
  /// The read end of the pipe; when the other end closes, the result is ready.
  private let pipe: FileDescriptor
  private let result = Result()

  /// Holds the result that the thread leaves.
  private final class Result: Sendable {
    let loaded = Mutex<LoadedSettings?>(nil)
  }

  /// Begins to read.
  ///
  /// - Throws: An error if there is no descriptor or no thread for it.
  init(_ options: ServerOptions) throws(Errno) {
    var ends: [CInt] = [-1, -1]
    try SystemCall.perform(.pipe) { Glibc.pipe(&ends) }
    // The program that is asked for the names of users doesn't get them.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipe = FileDescriptor(ends[0])
    let writing = ends[1]
    let result = result
    do {
      try SystemThread.start(named: "configuration") {
        let loaded = options.loadSettings(isFirst: false)
        result.loaded.withLock { $0 = loaded }
        close(writing)
      }
    } catch {
      close(writing)
      throw error
    }
  }

  /// The descriptor's number, for the poller, valid while this object lives; it is ready once there
  /// is a result.
  var number: CInt { pipe.number }

  /// Returns what was read; nil until it is ready.
  func take() -> LoadedSettings? { result.loaded.withLock { $0 } }
}
