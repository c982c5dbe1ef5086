extension Shape {
  /// A description of the value, as it follows the word "expected".
  func expected(nameBytes: Int) -> String {
    switch self {
    case .boolean: "true or false"
    case .integer(let range) where range.count == 1: "\(range.lowerBound)"
    case .integer(let range) where range.upperBound == JSONDocument.largestInteger:
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
    case .object(let members): "an object of \(members.map(\.name).joined(separator: ", "))"
    case .map: "an object"
    case .component(let component): component.shape.expected(nameBytes: nameBytes)
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
