public import AudioSessionTypes

/// The daemon's refusal of a request.
public struct Refusal: Equatable, Sendable {
  /// The error's code: Apple's for an error of arbitration, else that of the JSON-RPC error.
  public let code: Int
  /// The error's name, such as `insufficientPriority` or `notPermitted`.
  public let name: String
  /// Apple's four-character code, such as `!pri`; nil if the error has none.
  public let fourCC: String?
  /// The rule that refused, such as `R10`; nil if the rules weren't reached.
  public let rule: String?
  /// With R59, the cell of the pair table, such as `exclusive.phoneCall`; nil otherwise.
  public let cell: String?
  /// The session that stands in the way; nil if none does.
  public let by: Blocker?
  /// A sentence in English that says what was wrong, and what would be right.
  public let message: String

  /// Creates a refusal, as a test may need it.
  public init(
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

  /// The error as one of arbitration; nil if it concerns rights or the form of the request.
  public var arbitrationError: ArbitrationError? { ArbitrationError(rawValue: name) }
}
