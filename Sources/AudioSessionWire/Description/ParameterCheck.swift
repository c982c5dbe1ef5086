/// Where parameters differ from their description; the path grows on the way out.
struct Mismatch: Error {
  var path: String
  let expected: String

  fileprivate func inside(_ name: String) -> Mismatch {
    Mismatch(path: path.isEmpty ? name : "\(name).\(path)", expected: expected)
  }
}

/// Comparing parameters with their description: shape, then unknown names, then types and ranges.
///
/// These are the document's own functions, and not a value's that holds it, because a copy counts
/// its references up and down on every request.
extension JSONDocument {
  func check(
    params: Int?,
    members: [MemberDescription],
    nameBytes: Int
  ) throws(Mismatch) {
    guard let params else { return try checkRequired(members, of: nil, nameBytes) }
    guard nodes[params].kind == .object else {
      throw Mismatch(path: "params", expected: "an object")
    }
    if let key = repeatedKey(in: params..<nodes[params].next) {
      throw Mismatch(path: string(at: key), expected: "this name once")
    }
    try checkNames(of: params, members)
    try checkMembers(of: params, members, nameBytes)
  }

  /// Whether every name is known, in objects within objects too.
  private func checkNames(of object: Int, _ members: [MemberDescription]) throws(Mismatch) {
    var key = object + 1
    while key < nodes[object].next {
      guard let member = member(at: key, members) else {
        let names = members.map(\.name)
        let expected = names.isEmpty ? "no parameters" : names.alternatives
        throw Mismatch(path: string(at: key), expected: expected)
      }
      do { try checkNames(at: key + 1, member.shape) } catch { throw error.inside(member.name) }
      key = nodes[key + 1].next
    }
  }

  private func checkNames(at index: Int, _ shape: Shape) throws(Mismatch) {
    switch shape {
    case .object(let members) where nodes[index].kind == .object:
      try checkNames(of: index, members)
    case .component(let component): try checkNames(at: index, component.shape)
    case .list(let element, _) where nodes[index].kind == .array:
      try forEachElement(of: index) { (node) throws(Mismatch) in
        try checkNames(at: node, element)
      }
    default: break
    }
  }

  private func checkMembers(
    of object: Int,
    _ members: [MemberDescription],
    _ nameBytes: Int
  ) throws(Mismatch) {
    var key = object + 1
    while key < nodes[object].next {
      if let member = member(at: key, members) {
        do { try check(key + 1, member.shape, nameBytes) } catch {
          throw error.inside(member.name)
        }
      }
      key = nodes[key + 1].next
    }
    try checkRequired(members, of: object, nameBytes)
  }

  private func checkRequired(
    _ members: [MemberDescription],
    of object: Int?,
    _ nameBytes: Int
  ) throws(Mismatch) {
    for member in members where member.isRequired {
      if let object, self.member(member.name, of: object) != nil { continue }
      let expected = "\(member.shape.expected(nameBytes: nameBytes)), and it is missing"
      throw Mismatch(path: member.name, expected: expected)
    }
  }

  private func check(_ index: Int, _ shape: Shape, _ nameBytes: Int) throws(Mismatch) {
    switch shape {
    case .component(let component): return try check(index, component.shape, nameBytes)
    case .object(let members) where nodes[index].kind == .object:
      return try checkMembers(of: index, members, nameBytes)
    case .list(let element, let most) where nodes[index].kind == .array:
      guard count(of: index) <= most ?? .max else { break }
      return try forEachElement(of: index) { (node) throws(Mismatch) in
        try check(node, element, nameBytes)
      }
    default: if isFit(index, shape, nameBytes) { return }
    }
    throw Mismatch(path: "", expected: shape.expected(nameBytes: nameBytes))
  }

  /// Whether a value that has no parts is as described.
  private func isFit(_ index: Int, _ shape: Shape, _ nameBytes: Int) -> Bool {
    let kind = nodes[index].kind
    switch shape {
    case .boolean: return kind == .true || kind == .false
    case .integer(let range): return integer(at: index).map(range.contains) ?? false
    case .number(let range): return double(at: index).map(range.contains) ?? false
    case .text, .word, .time: return kind == .string
    case .name: return kind == .string && isName(index, nameBytes: nameBytes)
    case .choice(let words):
      return kind == .string && words.contains { text(at: index, equals: $0) }
    case .nullable(let shape): return kind == .null || isFit(index, shape, nameBytes)
    case .list, .object, .map, .component: return false
    }
  }

  private func member(at key: Int, _ members: [MemberDescription]) -> MemberDescription? {
    for member in members where text(at: key, equals: member.name) { return member }
    return nil
  }

  private func count(of list: Int) -> Int {
    var count = 0
    forEachElement(of: list) { _ in count += 1 }
    return count
  }

  func forEachElement<Failure: Error>(
    of list: Int,
    _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    var element = list + 1
    while element < nodes[list].next {
      try body(element)
      element = nodes[element].next
    }
  }

  /// Whether the string has 1…`nameBytes` bytes and no control character, C0, DEL or C1.
  private func isName(_ index: Int, nameBytes: Int) -> Bool {
    let range = nodes[index].bytes
    guard 1...nameBytes ~= range.count else { return false }
    var previous: UInt8 = 0
    for offset in range {
      let byte = bytes[offset]
      // C1 is the two bytes C2 80…9F, and C2 is never a later byte of a character.
      if byte < 0x20 || byte == 0x7F || previous == 0xC2 && byte < 0xA0 { return false }
      previous = byte
    }
    return true
  }
}
