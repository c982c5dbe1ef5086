import Glibc

/// Why the demo ended early.
enum Failure: Error {
  /// A step led to something else than the rules require.
  case mismatch(Mismatch)
  /// Something that the demo needs is missing or doesn't work; the sentence says what and why.
  case unusable(String)
  /// A signal asked for the end, or nobody reads the output any more.
  case stopped

  /// The failure of the system call that just set `errno`.
  static func call(_ name: String) -> Failure {
    .unusable("\(name): \(String(cString: strerror(errno)))")
  }
}

/// What a step should have led to and what it did lead to, a line for each thing.
struct Mismatch: Equatable {
  var expected: [String]
  var seen: [String]
}
