import CAudioSessionLinux
import Glibc

/// A sound in memory, as a file that has no name and ends with the last reference.
package final class SoundData: Sendable {
  private let descriptor: CInt

  /// - Parameter bytes: The sound, in the format of a file.
  /// - Throws: That there is no memory for it.
  package init(_ bytes: some Sequence<UInt8>) throws(MediaError) {
    descriptor = audiosession_memory_create("sound")
    guard descriptor >= 0 else { throw SoundData.error }
    var rest = ArraySlice(Array(bytes))
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SoundData.error }
      rest = rest.dropFirst(count)
    }
  }

  deinit { close(descriptor) }

  /// Where the process finds it while it lives.
  package var uri: String { "file:///proc/self/fd/\(descriptor)" }

  private static var error: MediaError {
    MediaError(.space, "the sound can't be kept in memory: \(String(cString: strerror(errno)))")
  }
}
