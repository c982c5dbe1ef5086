/// A fault of one parameter, for an error's message and its `data`.
package struct ParameterFault: Error, Equatable, Sendable {
  /// The value that was found instead of the expected one.
  package enum Found: Equatable, Sendable {
    /// Nothing: the parameter is required.
    case nothing
    /// The name itself, which no parameter has.
    case unknownName
    /// A value, as the JSON text that was sent.
    case json(String)
    /// A value that is too long to quote, or has no text of its own.
    case words(String)
  }

  /// The name; inside others it is a path, `lease.ttlSeconds`.
  package var parameter: String
  package let expected: String
  package let found: Found

  package init(_ parameter: String, expected: String, found: Found) {
    self.parameter = parameter
    self.expected = expected
    self.found = found
  }

  /// The fault as one of a parameter inside the one of this name.
  func inside(_ name: String) -> ParameterFault {
    let path = parameter.isEmpty ? name : "\(name).\(parameter)"
    return ParameterFault(path, expected: expected, found: found)
  }

  /// A sentence that says what is wrong and what is expected.
  var message: String {
    switch found {
    case .nothing: "The parameter \"\(parameter)\" is missing: expected \(expected)."
    case .unknownName: "There is no parameter \"\(parameter)\": expected \(expected)."
    case .json(let text), .words(let text):
      "The parameter \"\(parameter)\" is wrong: expected \(expected), found \(text)."
    }
  }

  /// Writes the members of `data`.
  func encodeMembers(into writer: inout JSONWriter) {
    writer.member("parameter", parameter)
    writer.member("expected", expected)
    writer.key("found")
    switch found {
    case .nothing: writer.null()
    case .unknownName: writer.string(parameter)
    case .json(let text): writer.raw(text)
    case .words(let words): writer.string(words)
    }
  }
}

extension ParameterFault.Found {
  /// A word that was sent.
  package static func word(_ word: String) -> ParameterFault.Found {
    var writer = JSONWriter()
    writer.string(word)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    let count = text.utf8.count
    return count <= longestQuote ? .json(text) : .words("a value of \(count) bytes")
  }

  /// The most bytes of a value that an error quotes.
  fileprivate static let longestQuote = 128
}

extension JSONDocument {
  /// The value at `index`, as an error quotes it.
  func found(at index: Int) -> ParameterFault.Found {
    switch nodes[index].kind {
    case .array: return .words("a list")
    case .object: return .words("an object")
    case .null, .false, .true, .integer, .number, .string: break
    }
    let source = source(at: index)
    guard source.count <= ParameterFault.Found.longestQuote else {
      return .words("a value of \(source.count) bytes")
    }
    return .json(String(decoding: bytes[source], as: UTF8.self))
  }
}
