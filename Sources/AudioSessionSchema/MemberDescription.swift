/// A named member of an object, or a parameter, which is a member of `params`.
@usableFromInline
package struct MemberDescription: Sendable {
  package let name: String
  package let shape: Shape
  package let isRequired: Bool
  package let meaning: String

  package init(_ name: String, _ shape: Shape, isRequired: Bool, _ meaning: String) {
    self.name = name
    self.shape = shape
    self.isRequired = isRequired
    self.meaning = meaning
  }
}
