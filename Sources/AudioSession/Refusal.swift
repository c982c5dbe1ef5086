public import AudioSessionTypes

/// Why the daemon said no.
public struct Refusal: Equatable, Sendable {
  /// Apple's number of an arbitration error, or JSON-RPC's of any other.
  public let code: Int
  /// The error's name: `insufficientPriority`, `notPermitted`, ….
  public let name: String
  /// Apple's four characters, if the error has them: `!pri`.
  public let fourCC: String?
  /// The rule that refused: `R10`.
  public let rule: String?
  /// The square of the pair table that a refusal by R59 rests on: `exclusive.phoneCall`.
  public let cell: String?
  /// The session in the way, if it is one.
  public let by: Blocker?
  /// A sentence that says what was wrong and what would be right.
  public let message: String

  package init(
    code: Int,
    name: String,
    fourCC: String? = nil,
    rule: String? = nil,
    cell: String? = nil,
    by: Blocker? = nil,
    message: String
  ) {
    self.code = code
    self.name = name
    self.fourCC = fourCC
    self.rule = rule
    self.cell = cell
    self.by = by
    self.message = message
  }

  /// The error by Apple's name; nil if it isn't one of arbitration, but of rights or form.
  public var arbitrationError: ArbitrationError? { ArbitrationError(rawValue: name) }
}
