import Glibc

/// Why the demo ends before the story does.
enum Failure: Error {
  /// A step came out otherwise than the rules say.
  case mismatch(Mismatch)
  /// Something that the demo needs isn't there or doesn't work; the sentence says what and why.
  case unusable(String)
  /// A signal asked for the end, or nobody reads the timeline any more.
  case stopped

  /// The call that failed just now, with the kernel's word for why.
  static func call(_ name: String) -> Failure {
    .unusable("\(name): \(String(cString: strerror(errno)))")
  }
}

/// What a step should have led to, and what it did lead to.
struct Mismatch: Equatable {
  var expected: [String]
  var seen: [String]
}
