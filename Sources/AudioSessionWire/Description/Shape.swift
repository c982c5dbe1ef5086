/// The values that a parameter or member may have: the decoder checks them, errors quote them, and
/// the interface's document describes them.
package indirect enum Shape: Sendable {
  case boolean
  case integer(ClosedRange<Int64>)
  case number(ClosedRange<Double>)
  /// Any string.
  case text
  /// A name given by a client: 1…`NameBytes` bytes, no control characters.
  case name
  /// A moment, as in RFC 3339.
  case time
  /// One of these words, and nothing else.
  case choice([String])
  /// One of these words; another string has the right form, and is judged later (R4).
  case word([String])
  case list(Shape, atMost: Int? = nil)
  case object([MemberDescription])
  /// An object with any keys; nil: with any values, too.
  case map(Shape?)
  case component(Component)
  case nullable(Shape)
  /// Any value.
  case anything

  /// The number of a session.
  package static let session = Shape.integer(1...JSONDocument.largestInteger)
  /// The number of a session, or 0: the imagined one of `policy.simulate`.
  static let imaginableSession = Shape.integer(0...JSONDocument.largestInteger)
  /// The number of a decision, or another that counts from 0.
  package static let count = Shape.integer(0...JSONDocument.largestInteger)

  /// The words of an enumeration.
  static func choice<Word: RawRepresentable<String> & CaseIterable>(of: Word.Type) -> Shape {
    .choice(Word.allCases.map(\.rawValue))
  }

  /// The words of an enumeration, beside which others have the right form.
  static func word<Word: RawRepresentable<String> & CaseIterable>(of: Word.Type) -> Shape {
    .word(Word.allCases.map(\.rawValue))
  }
}

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
