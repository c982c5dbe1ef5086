package import AudioSessionSchema

/// A method's summary, required grant, parameters and result.
///
/// A class, since each request asks for the grant, and a copy of all the rest would be made for it.
package final class MethodSpecification: Sendable {
  package let summary: String
  /// The grant that the method requires, if any.
  package let grant: Grant?
  package let parameters: [MemberDescription]
  /// An example of the parameters, as JSON.
  package let example: String
  private let makeResult: @Sendable () -> Shape

  init(
    _ summary: String,
    grant: Grant? = nil,
    parameters: [MemberDescription] = [],
    result: @escaping @Sendable @autoclosure () -> Shape,
    example: String = "{}"
  ) {
    self.summary = summary
    self.grant = grant
    self.parameters = parameters
    self.example = example
    makeResult = result
  }

  /// Made when it is asked for: only the interface's document needs it.
  package var result: Shape { makeResult() }
}

/// A notification's summary and parameters.
package struct NotificationSpecification: Sendable {
  package let summary: String
  /// The members beside `epoch` and `seq`.
  package let parameters: [MemberDescription]

  init(_ summary: String, parameters: [MemberDescription]) {
    self.summary = summary
    self.parameters = parameters
  }
}
