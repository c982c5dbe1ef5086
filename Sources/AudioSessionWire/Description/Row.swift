/// One member of an object that is sent: its description and its encoding.
///
/// The rows of a type are the only list of its members: objects are written by them, and described
/// by them in the interface's document.
package struct Row<Object>: Sendable {
  let description: MemberDescription
  /// Writes name and value; nothing if the member is optional and has no value.
  let write: @Sendable (Object, inout JSONWriter) -> Void

  private init(
    _ description: MemberDescription,
    _ write: @escaping @Sendable (Object, inout JSONWriter) -> Void
  ) {
    self.description = description
    self.write = write
  }
}

extension Row {
  /// A member that is always sent; nil as null.
  static func required(
    _ name: StaticString,
    _ shape: Shape,
    _ meaning: String,
    _ value: @escaping @Sendable (Object) -> some JSONEncodable
  ) -> Row {
    Row(.required("\(name)", shape, meaning)) { $1.member(name, value($0)) }
  }

  /// A member that is left out if it is nil.
  static func optional(
    _ name: StaticString,
    _ shape: Shape,
    _ meaning: String,
    _ value: @escaping @Sendable (Object) -> (some JSONEncodable)?
  ) -> Row {
    Row(.optional("\(name)", shape, meaning)) { object, writer in
      if let value = value(object) { writer.member(name, value) }
    }
  }

  /// A word that is always sent.
  static func required(
    _ name: StaticString,
    _ shape: Shape,
    _ meaning: String,
    _ value: @escaping @Sendable (Object) -> some RawRepresentable<String> & SendableMetatype
  ) -> Row {
    Row(.required("\(name)", shape, meaning)) { $1.member(name, value($0)) }
  }

  /// A word that is left out if it is nil.
  static func optional(
    _ name: StaticString,
    _ shape: Shape,
    _ meaning: String,
    _ value: @escaping @Sendable (Object) -> (some RawRepresentable<String> & SendableMetatype)?
  ) -> Row {
    Row(.optional("\(name)", shape, meaning)) { object, writer in
      if let value = value(object) { writer.member(name, value) }
    }
  }

  /// A member that is an object of further members of the same value.
  static func object(_ name: StaticString, _ rows: [Row], _ meaning: String) -> Row {
    let shape = Shape.object(rows.map(\.description))
    return Row(.required("\(name)", shape, meaning)) { object, writer in
      writer.key(name)
      writer.object(object, rows)
    }
  }

  /// The same member of a value that is part of another.
  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Object) -> Row<Whole> {
    let write = write
    return Row<Whole>(description) { write(part($0), &$1) }
  }
}

/// A value that is sent as an object, by its rows.
///
/// One that is sent often may encode itself by hand; a test compares that with the rows.
package protocol RowEncodable: JSONEncodable {
  static var rows: [Row<Self>] { get }
}

extension RowEncodable {
  static var members: [MemberDescription] { rows.map(\.description) }

  package func encode(into writer: inout JSONWriter) { writer.object(self, Self.rows) }
}

extension JSONWriter {
  fileprivate mutating func object<Object>(_ object: Object, _ rows: [Row<Object>]) {
    beginObject()
    for row in rows { row.write(object, &self) }
    endObject()
  }
}
