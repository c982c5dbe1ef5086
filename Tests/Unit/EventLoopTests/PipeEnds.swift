import AudioSessionEventLoop
import AudioSessionSystem
import Glibc
import Testing

/// The two ends of a pipe.
struct PipeEnds: ~Copyable {
  let reading: FileDescriptor
  let writing: FileDescriptor

  init() throws {
    var numbers: [CInt] = [-1, -1]
    try #require(pipe(&numbers) == 0)
    reading = FileDescriptor(numbers[0])
    writing = FileDescriptor(numbers[1])
  }

  /// Writes so many bytes.
  func write(_ count: Int) throws {
    let bytes = [UInt8](repeating: 0, count: count)
    try #require(Glibc.write(writing.number, bytes, count) == count)
  }

  /// Reads so many bytes.
  func read(_ count: Int) throws {
    var bytes = [UInt8](repeating: 0, count: count)
    try #require(Glibc.read(reading.number, &bytes, count) == count)
  }
}

extension Poller {
  /// What is ready, after waiting so long at most.
  func events(within timeout: Duration = .zero) throws -> [Event] {
    let count = try wait(timeout: timeout)
    return (0..<count).map { self[$0] }
  }
}
