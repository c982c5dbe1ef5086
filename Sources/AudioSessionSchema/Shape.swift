/// The values that a parameter or member may have: the decoder checks them, errors quote them, and
/// the interface's document describes them.
@usableFromInline
package indirect enum Shape: Sendable {
  case boolean
  case integer(ClosedRange<Int64>)
  case number(ClosedRange<Double>)
  /// Any string.
  case text
  /// A name given by a client: 1…`NameBytes` bytes, no control characters.
  case name
  /// A moment, as in RFC 3339.
  case time
  /// One of these words, and nothing else.
  case choice([String])
  /// One of these words; another string has the right form, and is judged later (R4).
  case word([String])
  case list(Shape, atMost: Int? = nil)
  case object([MemberDescription])
  /// An object with any keys; nil: with any values, too.
  case map(Shape?)
  /// An object that several messages share, named in the interface's document.
  case component(Component)
  case nullable(Shape)
  /// Any value.
  case anything

  /// The name of a shared object, and its members.
  @usableFromInline
  package struct Component: Sendable {
    package let name: String
    package let members: [MemberDescription]

    package init(name: String, members: [MemberDescription]) {
      self.name = name
      self.members = members
    }
  }

  /// The largest integer that every reader of JSON holds exactly, 2⁵³−1.
  package static let largestInteger: Int64 = 9_007_199_254_740_991
  /// The number of a session.
  package static let session = Shape.integer(1...Shape.largestInteger)
  /// The number of a session, or 0: the imagined one of `policy.simulate`.
  package static let imaginableSession = Shape.integer(0...Shape.largestInteger)
  /// The number of a decision, or another that counts from 0.
  package static let count = Shape.integer(0...Shape.largestInteger)

  /// The words of an enumeration.
  package static func choice<Word: RawRepresentable<String> & CaseIterable>(of: Word.Type) -> Shape
  {
    .choice(Word.allCases.map { $0.rawValue })
  }

  /// The words of an enumeration, beside which others have the right form.
  package static func word<Word: RawRepresentable<String> & CaseIterable>(of: Word.Type) -> Shape {
    .word(Word.allCases.map { $0.rawValue })
  }
}

extension Shape {
  /// A description of the value, as it follows the word "expected".
  package func expected(nameBytes: Int) -> String {
    switch self {
    case .boolean: "true or false"
    case .integer(let range) where range.count == 1: "\(range.lowerBound)"
    case .integer(let range) where range.upperBound == Shape.largestInteger:
      "an integer of \(range.lowerBound) or more, below 2^53"
    case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
    case .text, .word: "a string"
    case .name: "a string of 1 to \(nameBytes) bytes without control characters"
    case .time: "a time as in RFC 3339"
    case .choice(let words): words.alternatives
    case .list(let element, let most?):
      "a list of at most \(most), each \(element.expected(nameBytes: nameBytes))"
    case .list(let element, nil): "a list, each \(element.expected(nameBytes: nameBytes))"
    case .object(let members): "an object of \(members.map { $0.name }.joined(separator: ", "))"
    case .component(let component):
      Shape.object(component.members).expected(nameBytes: nameBytes)
    case .map: "an object"
    case .anything: "any value"
    case .nullable(let shape): "\(shape.expected(nameBytes: nameBytes)), or null"
    }
  }
}

extension [String] {
  /// The words as a choice: `a`, `a or b`, `a, b or c`.
  package var alternatives: String {
    guard count > 1, let last else { return first ?? "nothing" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension Double {
  fileprivate var shortText: String { Int64(exactly: self).map(String.init) ?? description }
}
