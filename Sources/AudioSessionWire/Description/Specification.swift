/// A named member of an object, or a parameter, which is a member of `params`.
package struct MemberDescription: Sendable {
  package let name: String
  package let shape: Shape
  package let isRequired: Bool
  package let meaning: String

  /// A member that must be present.
  static func required(_ name: String, _ shape: Shape, _ meaning: String) -> MemberDescription {
    MemberDescription(name: name, shape: shape, isRequired: true, meaning: meaning)
  }

  /// A member that may be left out.
  static func optional(_ name: String, _ shape: Shape, _ meaning: String) -> MemberDescription {
    MemberDescription(name: name, shape: shape, isRequired: false, meaning: meaning)
  }
}

/// A method's summary, required grant, parameters and result.
package struct MethodSpecification: Sendable {
  package let summary: String
  /// The grant that the method requires, if any.
  package let grant: Grant?
  package let parameters: [MemberDescription]
  package let result: Shape
  /// An example of the parameters, as JSON.
  package let example: String

  init(
    _ summary: String,
    grant: Grant? = nil,
    parameters: [MemberDescription] = [],
    result: Shape,
    example: String = "{}"
  ) {
    self.summary = summary
    self.grant = grant
    self.parameters = parameters
    self.result = result
    self.example = example
  }
}

/// A notification's summary and parameters.
package struct NotificationSpecification: Sendable {
  package let summary: String
  /// The members beside `epoch` and `seq`.
  package let parameters: [MemberDescription]

  init(_ summary: String, parameters: [MemberDescription] = []) {
    self.summary = summary
    self.parameters = parameters
  }
}
