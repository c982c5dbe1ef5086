import AudioSessionSystem
import Glibc
import Testing

@Suite struct SystemCallTests {
  /// What a call returned and left in `errno`, time after time, and what comes of it.
  struct Row: Sendable, CustomTestStringConvertible {
    var results: [(result: CInt, code: CInt)]
    var performed: Result<CInt, Errno>
    var attempted: Result<CInt?, Errno>
    var testDescription: String { "\(results)" }
  }

  static let rows = [
    Row(results: [(3, 0)], performed: .success(3), attempted: .success(3)),
    Row(results: [(0, EIO)], performed: .success(0), attempted: .success(0)),
    Row(results: [(-1, EINTR), (3, 0)], performed: .success(3), attempted: .success(3)),
    Row(
      results: [(-1, EINTR), (-1, EINTR), (-1, EPIPE)],
      performed: .failure(Errno(.send, EPIPE)),
      attempted: .failure(Errno(.send, EPIPE))
    ),
    Row(
      results: [(-1, EAGAIN)],
      performed: .failure(Errno(.send, EAGAIN)),
      attempted: .success(nil)
    ),
    Row(
      results: [(-1, EINTR), (-1, EAGAIN)],
      performed: .failure(Errno(.send, EAGAIN)),
      attempted: .success(nil)
    ),
  ]

  @Test(arguments: rows) func `a call is repeated on EINTR alone`(row: Row) {
    var results = row.results.makeIterator()
    let performed = Result { () throws(Errno) in
      try SystemCall.perform(.send) { next(&results) }
    }
    #expect(performed == row.performed)
    #expect(results.next() == nil, "called too seldom")
  }

  @Test(arguments: rows) func `to wait is nil where a call doesn't block`(row: Row) {
    var results = row.results.makeIterator()
    let attempted = Result { () throws(Errno) in
      try SystemCall.attempt(.send) { next(&results) }
    }
    #expect(attempted == row.attempted)
    #expect(results.next() == nil, "called too seldom")
  }

  @Test func `an error names its call`() {
    #expect("\(Errno(.accept4, EMFILE))" == "accept4: Too many open files")
  }

  private func next(_ results: inout IndexingIterator<[(result: CInt, code: CInt)]>) -> CInt {
    guard let (result, code) = results.next() else {
      Issue.record("called too often")
      return 0
    }
    errno = code
    return result
  }
}
