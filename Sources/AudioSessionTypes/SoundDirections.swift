package import AudioSessionSchema

/// One of the two ways in which a session's sound goes.
package enum SoundDirection: String, DescribedWord, Sendable, BitwiseCopyable {
  case input
  case output
}

/// None, one or both of the ways in which a session's sound goes.
package struct SoundDirections: OptionSet, Hashable, Sendable, BitwiseCopyable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let input = SoundDirections(rawValue: 1 << 0)
  package static let output = SoundDirections(rawValue: 1 << 1)

  package init(input: Bool, output: Bool) {
    self = []
    if input { insert(.input) }
    if output { insert(.output) }
  }

  /// Puts the elements of another set in, or takes them out; nil: leaves them as they are.
  package mutating func set(_ other: SoundDirections, _ isIn: Bool?) {
    guard let isIn else { return }
    if isIn { formUnion(other) } else { subtract(other) }
  }

  /// The words of its elements, input first.
  package var words: [SoundDirection] {
    (contains(.input) ? [.input] : []) + (contains(.output) ? [.output] : [])
  }
}

/// As a list of words.
extension SoundDirections: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ it: SoundDirections?,
    through archive: inout A
  ) throws(A.Fault) -> SoundDirections {
    let words = try archive.list(it?.words)
    return SoundDirections(input: words.contains(.input), output: words.contains(.output))
  }
}
