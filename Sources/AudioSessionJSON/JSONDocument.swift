/// One line of valid JSON: a copy of its bytes and the flat list of its values.
///
/// It owns its bytes, so that it can be kept while other lines are read, and it is made to be
/// reused: once warm, reading another line of usual size allocates nothing.
@usableFromInline
package struct JSONDocument: Sendable {
  /// The line, and behind it the strings that were written with escapes, without these.
  @usableFromInline package internal(set) var bytes: [UInt8] = []
  /// All values and keys in the order of the line; the first is the outermost value.
  @usableFromInline package internal(set) var nodes: [JSONNode] = []
  /// The keys that repeat an earlier one of the same object.
  @usableFromInline package internal(set) var repeatedKeys: [Int] = []

  @inlinable
  package init() {}

  /// Reads one line in place of the last.
  ///
  /// - Parameters:
  ///   - line: One value, which may have blanks around it.
  ///   - depthLimit: The most levels of nested arrays and objects; the outermost counts 1.
  /// - Throws: The first fault and its place; the document is unusable then.
  @usableFromInline
  package mutating func read(_ line: Span<UInt8>, depthLimit: Int) throws(JSONError) {
    reset(copying: line)
    var reader = JSONReader()
    swap(&reader.bytes, &bytes)
    defer { swap(&reader.bytes, &bytes) }
    // A value takes two bytes, a comma or bracket being one; a bracket that isn't closed takes one.
    let most = line.count / 2 + depthLimit + 1
    try nodes.append(addingCapacity: most) { (nodes) throws(JSONError) in
      try reader.readLine(line, &nodes, depthLimit: depthLimit)
    }
    if !reader.repeatedKeys.isEmpty { repeatedKeys = reader.repeatedKeys }
  }

  /// Forgets the last line; a large one's memory is given back.
  @usableFromInline
  mutating func reset(copying line: Span<UInt8>) {
    precondition(line.count < 1 << 30, "a line is longer than a node can say")
    bytes.removeAll(keepingCapacity: bytes.capacity <= 8192)
    nodes.removeAll(keepingCapacity: nodes.capacity <= 2048)
    if !repeatedKeys.isEmpty { repeatedKeys = [] }
    bytes.append(copying: line)
  }

  /// The first repeated key among the nodes of `range`.
  @inlinable
  package func repeatedKey(in range: Range<Int>) -> Int? {
    repeatedKeys.filter(range.contains).min()
  }

  /// The value of a member, nil if the object has none of that name.
  ///
  /// Inlined into its callers, so that the signature is a constant.
  @inlinable @inline(__always)
  package func member(_ name: StaticString, of object: Int) -> Int? {
    name.withSpan { member($0, Signature(of: $0, 0..<$0.count), of: object) }
  }

  /// The value of a member whose `name` isn't known at compile time.
  @inlinable
  package func member(spelled name: String, of object: Int) -> Int? {
    var key = object + 1
    while key < nodes[object].next {
      if text(at: key, spells: name) { return key + 1 }
      key = nodes[key].next
    }
    return nil
  }

  @inlinable
  func member(_ name: Span<UInt8>, _ signature: Signature, of object: Int) -> Int? {
    let nodes = nodes.span
    let end = nodes[object].next
    var key = object + 1
    while key < end {
      if nodes[key].signature == signature, hasText(name, at: key) { return key + 1 }
      key = nodes[key].next
    }
    return nil
  }

  /// Compares the string at `index` with `name`.
  @inlinable @inline(__always)
  package func text(at index: Int, equals name: StaticString) -> Bool {
    name.withSpan { name in
      nodes[index].signature == Signature(of: name, 0..<name.count) && hasText(name, at: index)
    }
  }

  /// Compares the string at `index` with a `name` that isn't known at compile time.
  @inlinable @inline(__always)
  package func text(at index: Int, spells name: String) -> Bool {
    nodes[index].length == name.utf8.count && hasBytes(name.utf8Span.span, at: index)
  }

  /// Compares the string at `index` with a `name` of the same signature.
  @inlinable @inline(__always)
  package func hasText(_ name: Span<UInt8>, at index: Int) -> Bool {
    nodes[index].length == name.count && (name.count <= 8 || hasBytes(name, at: index))
  }

  @inlinable
  func hasBytes(_ name: Span<UInt8>, at index: Int) -> Bool {
    bytes.span.extracting(nodes[index].bytes).isEqual(to: name)
  }

  /// Goes through the elements of the array at `list`, or the keys of an object's members.
  @inlinable
  package func forEachElement(of list: Int, _ body: (Int) -> Void) {
    var element = list + 1
    while element < nodes[list].next {
      body(element)
      element = nodes[element].next
    }
  }

  /// The number of elements of the array, or of members of the object, at `list`.
  @inlinable
  package func count(of list: Int) -> Int {
    var count = 0
    forEachElement(of: list) { _ in count += 1 }
    return count
  }

  /// The string at `index`.
  @inlinable
  package func string(at index: Int) -> String {
    String(decoding: bytes[nodes[index].bytes], as: UTF8.self)
  }

  /// The number at `index` if it is an integer within ±(2⁵³−1).
  @inlinable
  package func integer(at index: Int) -> Int64? {
    let node = nodes[index]
    guard node.kind == .integer else { return nil }
    let bytes = bytes.span
    var place = node.bytes.lowerBound
    let end = node.bytes.upperBound
    let isNegative = bytes[place] == UInt8(ascii: "-")
    if isNegative { place &+= 1 }
    guard end &- place <= 16 else { return nil }
    var magnitude: Int64 = 0
    while place < end {
      magnitude = magnitude &* 10 &+ Int64(bytes[place] &- UInt8(ascii: "0"))
      place &+= 1
    }
    guard magnitude <= JSONDocument.largestInteger else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// The number at `index`, of whatever form; too large a one is infinite.
  @inlinable
  package func double(at index: Int) -> Double? {
    guard nodes[index].kind == .integer || nodes[index].kind == .number else { return nil }
    return Double(string(at: index))
  }

  /// The value's text as it was sent, of a string with its quotes and escapes.
  @inlinable
  package func source(at index: Int) -> Range<Int> {
    let node = nodes[index]
    guard node.kind == .string else { return node.bytes }
    guard node.isEscaped else { return node.position..<(node.bytes.upperBound + 1) }
    var end = node.position + 1
    while bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return node.position..<(end + 1)
  }

  /// The largest integer that every reader of JSON holds exactly, 2⁵³−1.
  @usableFromInline package static let largestInteger: Int64 = 9_007_199_254_740_991
}
