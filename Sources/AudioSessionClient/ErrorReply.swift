package import AudioSessionWire

/// An error that the daemon replied with.
package struct ErrorReply: Error, Equatable, Sendable {
  /// The code: JSON-RPC's, the daemon's own, or Apple's.
  package let code: Int64
  /// A sentence in English.
  package let message: String
  /// The details: the error's name and, if the rules refused, the rule and the blocker.
  package let data: JSONValue

  package init(code: Int64, message: String, data: JSONValue = [:]) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// Decodes an error; nil if the value has no code or message.
  package init?(_ error: JSONValue) {
    guard let code = error["code"]?.integer, let message = error["message"]?.string else {
      return nil
    }
    self.init(code: code, message: message, data: error["data"] ?? [:])
  }

  /// The error's name, such as `insufficientPriority` or `notPermitted`.
  package var name: String? { data["name"]?.string }
  /// Apple's four-character code, for an error of arbitration.
  package var fourCC: String? { data["fourCC"]?.string }
  /// The rule that refused, such as `R10`.
  package var rule: String? { data["rule"]?.string }
  /// With R59, the cell of the pair table.
  package var cell: String? { data["cell"]?.string }
  /// The blocker: `session`, `name` and `priority`.
  package var by: JSONValue? { data["by"] }
}
