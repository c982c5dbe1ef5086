/// A stored property of a type, as a value: what a table of keys names beside each key.
///
/// Embedded Swift has no key paths; this is one closure in their place, which names the property
/// once.
package struct Property<Root, Value>: Sendable {
  private let visit: @Sendable (inout Root, (inout Value) -> Void) -> Void

  /// Names a property, as in `Property { $1(&$0.name) }`.
  ///
  /// - Parameter visit: Hands the property of its first argument to its second.
  package init(_ visit: @escaping @Sendable (inout Root, (inout Value) -> Void) -> Void) {
    self.visit = visit
  }

  /// The property's value in `root`.
  package func value(of root: Root) -> Value {
    var root = root
    var value: Value?
    visit(&root) { value = $0 }
    guard let value else { preconditionFailure("a property is handed on") }
    return value
  }

  /// Sets the property in `root`.
  package func set(_ new: Value, in root: inout Root) {
    visit(&root) { $0 = new }
  }
}
