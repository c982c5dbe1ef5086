import AudioSessionJSON
import AudioSessionSchema

/// Comparing parameters with their description: shape, then unknown names, then types and ranges.
///
/// These are the document's own functions, and not a value's that holds it, because a copy counts
/// its references up and down on every request.
extension JSONDocument {
  func check(
    params: Int?,
    _ members: Range<Int>,
    of table: ParameterTable,
    nameBytes: Int
  ) throws(MemberFault) {
    guard let params else { return try checkRequired(members, seen: 0, of: table, nameBytes) }
    guard nodes[params].kind == .object else {
      throw MemberFault("params", expected: "an object", found: found(at: params))
    }
    if !repeatedKeys.isEmpty, let key = repeatedKey(in: params..<nodes[params].next) {
      let name = string(at: key)
      throw MemberFault(name, expected: "this name once", found: .words("it twice"))
    }
    do { try checkMembers(of: params, members, of: table, nameBytes) } catch {
      // An unknown name, wherever it is, is told before all else that is wrong.
      try checkNames(of: params, members, of: table)
      throw error
    }
  }

  private func checkMembers(
    of object: Int,
    _ members: Range<Int>,
    of table: ParameterTable,
    _ nameBytes: Int
  ) throws(MemberFault) {
    var seen: UInt64 = 0
    var likely = members.lowerBound
    var key = object + 1
    let end = nodes[object].next
    while key < end {
      guard let member = member(at: key, members, likely: likely, of: table) else {
        throw unknownName(at: key, members, of: table)
      }
      seen |= 1 << UInt64(member - members.lowerBound)
      do { try check(key + 1, table.members[member].shape, of: table, nameBytes) } catch {
        throw error.inside(table.string(table.members[member].name))
      }
      likely = member + 1
      key = nodes[key].next
    }
    try checkRequired(members, seen: seen, of: table, nameBytes)
  }

  /// Looks for a missing member; `seen` has a bit for each member, set if it was given.
  private func checkRequired(
    _ members: Range<Int>,
    seen: UInt64,
    of table: ParameterTable,
    _ nameBytes: Int
  ) throws(MemberFault) {
    var rest = seen
    for member in members {
      if table.members[member].isRequired, rest & 1 == 0 {
        let description = table.members[member]
        let shape = table.shapes[description.shape].expected(nameBytes: nameBytes)
        throw MemberFault(table.string(description.name), expected: shape, found: .nothing)
      }
      rest >>= 1
    }
  }

  private func check(
    _ index: Int,
    _ shape: Int,
    of table: ParameterTable,
    _ nameBytes: Int
  ) throws(MemberFault) {
    switch table.forms[shape] {
    case .object(let members) where nodes[index].kind == .object:
      return try checkMembers(of: index, members, of: table, nameBytes)
    case .list(let element, let most) where nodes[index].kind == .array:
      guard count(of: index) <= most else { break }
      var node = index + 1
      while node < nodes[index].next {
        try check(node, element, of: table, nameBytes)
        node = nodes[node].next
      }
      return
    default: if isFit(index, table.forms[shape], of: table, nameBytes) { return }
    }
    let expected = table.shapes[shape].expected(nameBytes: nameBytes)
    throw MemberFault("", expected: expected, found: found(at: index))
  }

  /// A value without parts fits its description.
  private func isFit(
    _ index: Int,
    _ form: ParameterTable.Form,
    of table: ParameterTable,
    _ nameBytes: Int
  ) -> Bool {
    let kind = nodes[index].kind
    switch form {
    case .boolean: return kind == .true || kind == .false
    case .integer(let range): return integer(at: index).map(range.contains) ?? false
    case .number(let range): return double(at: index).map(range.contains) ?? false
    case .string: return kind == .string
    case .name: return kind == .string && isName(index, nameBytes: nameBytes)
    case .choice(let words):
      guard kind == .string else { return false }
      for word in words where text(at: index, equals: table.words[word], of: table) { return true }
      return false
    case .nullable(let shape):
      return kind == .null || isFit(index, table.forms[shape], of: table, nameBytes)
    case .list, .object, .map: return false
    }
  }

  /// The member that a key names, looked for at `likely` first.
  ///
  /// Most clients send members in the order of the description, so that the next is found at once.
  private func member(
    at key: Int,
    _ members: Range<Int>,
    likely: Int,
    of table: ParameterTable
  ) -> Int? {
    let first = members.contains(likely) ? likely : members.lowerBound
    return member(at: key, first..<members.upperBound, of: table)
      ?? member(at: key, members.lowerBound..<first, of: table)
  }

  /// The string has 1…`nameBytes` bytes and no control character, C0, DEL or C1.
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

/// The names of parameters, which are judged before their values.
extension JSONDocument {
  /// Refuses unknown names, in nested objects too.
  private func checkNames(
    of object: Int,
    _ members: Range<Int>,
    of table: ParameterTable
  ) throws(MemberFault) {
    var key = object + 1
    while key < nodes[object].next {
      guard let member = member(at: key, members, of: table) else {
        throw unknownName(at: key, members, of: table)
      }
      let description = table.members[member]
      do { try checkNames(at: key + 1, table.forms[description.shape], of: table) } catch {
        throw error.inside(table.string(description.name))
      }
      key = nodes[key].next
    }
  }

  private func checkNames(
    at index: Int,
    _ form: ParameterTable.Form,
    of table: ParameterTable
  ) throws(MemberFault) {
    switch form {
    case .object(let members) where nodes[index].kind == .object:
      try checkNames(of: index, members, of: table)
    case .list(let element, _) where nodes[index].kind == .array:
      var node = index + 1
      while node < nodes[index].next {
        try checkNames(at: node, table.forms[element], of: table)
        node = nodes[node].next
      }
    default: break
    }
  }

  func member(at key: Int, _ members: Range<Int>, of table: ParameterTable) -> Int? {
    let signature = nodes[key].signature
    let candidates = table.members.span
    for member in members where candidates[member].name.signature == signature {
      if text(at: key, equals: candidates[member].name, of: table) { return member }
    }
    return nil
  }

  func unknownName(
    at key: Int,
    _ members: Range<Int>,
    of table: ParameterTable
  ) -> MemberFault {
    let names = members.map { table.string(table.members[$0].name) }
    let expected = names.isEmpty ? "no parameters" : names.alternatives
    return MemberFault(string(at: key), expected: expected, found: .unknownName)
  }
}
