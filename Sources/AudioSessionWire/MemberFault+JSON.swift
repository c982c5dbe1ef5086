import AudioSessionJSON
package import AudioSessionSchema

extension MemberFault {
  /// A sentence that says what is wrong and what is expected.
  var message: String {
    switch found {
    case .nothing: "The parameter \"\(place)\" is missing: expected \(expected)."
    case .unknownName: "There is no parameter \"\(place)\": expected \(expected)."
    case .json(let text), .words(let text):
      "The parameter \"\(place)\" is wrong: expected \(expected), found \(text)."
    }
  }

  /// What was found, as a value of JSON.
  var written: WrittenValue {
    var writer = JSONWriter()
    switch found {
    case .nothing: writer.null()
    case .unknownName: writer.string(place)
    case .json(let text): writer.raw(text)
    case .words(let words): writer.string(words)
    }
    return WrittenValue(writer)
  }
}

extension MemberFault.Found {
  /// A word that was sent.
  package static func word(_ word: String) -> MemberFault.Found {
    var writer = JSONWriter()
    writer.string(word)
    return quoting(writer.bytes[...])
  }

  /// A value of JSON as an error quotes it: its text, or the size of a long one.
  fileprivate static func quoting(_ text: ArraySlice<UInt8>) -> MemberFault.Found {
    guard text.count <= 128 else { return .words("a value of \(text.count) bytes") }
    return .json(String(decoding: text, as: UTF8.self))
  }
}

extension JSONDocument {
  /// The value at `index`, as an error quotes it.
  func found(at index: Int) -> MemberFault.Found {
    switch nodes[index].kind {
    case .array: return .words("a list")
    case .object: return .words("an object")
    case .null, .false, .true, .integer, .number, .string: break
    }
    return .quoting(bytes[source(at: index)])
  }
}
