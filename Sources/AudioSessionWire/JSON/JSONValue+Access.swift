/// Looking into a value; what it isn't, is nil.
extension JSONValue {
  /// The member's value, nil if this is no object or has none of that name.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  package var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The number if it was written as an integer that fits.
  package var integer: Int64? {
    guard case .number(let text) = self else { return nil }
    return Int64(text)
  }

  package var double: Double? {
    guard case .number(let text) = self else { return nil }
    return Double(text)
  }

  package var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  package var array: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  package var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}
