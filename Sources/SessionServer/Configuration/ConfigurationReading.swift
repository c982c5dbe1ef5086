import AudioSessionSystem
import ConfigurationFile
import Glibc
import Synchronization

/// One reading of the configuration, on a thread of its own: a file on a network, or the directory
/// that knows the names of users, may take its time, and nobody else is to wait for it.
final class ConfigurationReading {
  /// Its reading end: when the other one closes, the result is there.
  private let pipe: FileDescriptor
  private let result = Result()

  /// Where the thread leaves what it read.
  private final class Result: Sendable {
    let loaded = Mutex<LoadedSettings?>(nil)
  }

  /// Begins to read.
  ///
  /// - Throws: That there is no descriptor or no thread for it.
  init(_ options: ServerOptions) throws(Errno) {
    var ends: [CInt] = [-1, -1]
    try SystemCall.perform(.pipe) { Glibc.pipe(&ends) }
    pipe = FileDescriptor(ends[0])
    let writing = ends[1]
    let result = result
    do {
      try SystemThread.start(named: "configuration") {
        let loaded = options.loadSettings()
        result.loaded.withLock { $0 = loaded }
        close(writing)
      }
    } catch {
      close(writing)
      throw error
    }
  }

  /// The kernel's number, for the poller, while this object lives; ready once there is a result.
  var number: CInt { pipe.number }

  /// What was read; nil before it is ready.
  func take() -> LoadedSettings? { result.loaded.withLock { $0 } }
}
