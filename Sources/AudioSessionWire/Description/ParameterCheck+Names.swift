/// The names of parameters, which are judged before what they stand for.
extension JSONDocument {
  /// Whether every name is known, in objects within objects too.
  func checkNames(
    of object: Int,
    _ members: Range<Int>,
    of table: ParameterTable
  ) throws(ParameterFault) {
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
  ) throws(ParameterFault) {
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
  ) -> ParameterFault {
    let names = members.map { table.string(table.members[$0].name) }
    let expected = names.isEmpty ? "no parameters" : names.alternatives
    return ParameterFault(string(at: key), expected: expected, found: .unknownName)
  }
}
