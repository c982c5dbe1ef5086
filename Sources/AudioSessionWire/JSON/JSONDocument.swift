/// One line of JSON, read and found in order: a copy of its bytes and the flat list of its values.
///
/// It owns what it shows, so that it can be kept while other lines are read, and it is made to be
/// reused: once warm, reading another line of usual size allocates nothing.
package struct JSONDocument: Sendable {
  /// The line, and behind it the strings that were written with escapes, without these.
  package internal(set) var bytes: [UInt8] = []
  /// All values and keys in the order of the line; the first is the outermost value.
  package internal(set) var nodes: [JSONNode] = []
  /// The keys that an earlier one of the same object equals.
  var repeatedKeys: [Int] = []
  /// The keys of the object just ended, where there are too many to compare each with each.
  var keys: [Int] = []

  package init() {}

  /// Forgets the last line; a large one's memory is given back.
  mutating func reset(copying line: Span<UInt8>) {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 8192)
    nodes.removeAll(keepingCapacity: nodes.capacity <= 512)
    repeatedKeys.removeAll()
    line.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// The first key among the nodes of `range` that came twice in its object.
  package func repeatedKey(in range: Range<Int>) -> Int? {
    repeatedKeys.filter(range.contains).min()
  }

  /// The value of a member, nil if the object has none of that name.
  package func member(_ name: String, of object: Int) -> Int? {
    var key = object + 1
    while key < nodes[object].next {
      if text(at: key, equals: name) { return key + 1 }
      key = nodes[key + 1].next
    }
    return nil
  }

  /// Whether the string at `index` is `name`; most aren't even of its length.
  @inline(__always)
  package func text(at index: Int, equals name: String) -> Bool {
    let range = nodes[index].bytes
    return range.count == name.utf8.count && isEqual(range, name)
  }

  private func isEqual(_ range: Range<Int>, _ name: String) -> Bool {
    let own = bytes.span.extracting(range)
    let other = name.utf8Span.span
    for offset in 0..<own.count where own[offset] != other[offset] { return false }
    return true
  }

  /// The string at `index`.
  package func string(at index: Int) -> String {
    String(decoding: bytes[nodes[index].bytes], as: UTF8.self)
  }

  /// The number at `index` if it is an integer within ±(2⁵³−1).
  package func integer(at index: Int) -> Int64? {
    guard nodes[index].kind == .integer else { return nil }
    var range = nodes[index].bytes
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    if isNegative { range = range.dropFirst() }
    guard range.count <= 16 else { return nil }
    var magnitude: Int64 = 0
    for offset in range { magnitude = magnitude * 10 + Int64(bytes[offset] - UInt8(ascii: "0")) }
    guard magnitude <= JSONDocument.largestInteger else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// The number at `index`, of whatever form; too large a one is infinite.
  package func double(at index: Int) -> Double? {
    guard nodes[index].kind == .integer || nodes[index].kind == .number else { return nil }
    return Double(string(at: index))
  }

  /// The value's text as it was sent, of a string with its quotes and escapes.
  func source(at index: Int) -> Range<Int> {
    let node = nodes[index]
    guard node.kind == .string else { return node.bytes }
    guard node.isEscaped else { return node.position..<(node.bytes.upperBound + 1) }
    var end = node.position + 1
    while bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return node.position..<(end + 1)
  }

  /// The largest integer that every reader of JSON holds exactly, 2⁵³−1.
  package static let largestInteger: Int64 = 9_007_199_254_740_991
}
