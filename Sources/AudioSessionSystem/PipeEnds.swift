import Glibc

/// The two ends of a pipe; programs that are started afterwards don't inherit them.
package struct PipeEnds: ~Copyable {
  private var reading: FileDescriptor?
  private var writing: FileDescriptor?

  package init() throws(Errno) {
    var ends: [CInt] = [-1, -1]
    try SystemCall.perform(.pipe) { pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = FileDescriptor(ends[0])
    writing = FileDescriptor(ends[1])
  }

  /// The number of the end to read from, until it is closed.
  package var readingNumber: CInt { PipeEnds.number(of: reading) }

  /// The number of the end to write to, until it is closed.
  package var writingNumber: CInt { PipeEnds.number(of: writing) }

  /// Closes this program's end to read from, so that a writer learns when nobody else reads.
  package mutating func closeReading() { reading = nil }

  /// Closes this program's end to write to, so that a reader sees the end of what others write.
  package mutating func closeWriting() { writing = nil }

  private static func number(of end: borrowing FileDescriptor?) -> CInt {
    switch end {
    case .some(let end): end.number
    case .none: -1
    }
  }
}
