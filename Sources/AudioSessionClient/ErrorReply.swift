package import AudioSessionWire

/// What the daemon answers in place of a result.
package struct ErrorReply: Error, Equatable, Sendable {
  /// JSON-RPC's number, the daemon's, or Apple's.
  package let code: Int64
  /// A sentence for people.
  package let message: String
  /// What belongs to it: its name, and of a refusal by the rules what it rests on.
  package let data: JSONValue

  package init(code: Int64, message: String, data: JSONValue = [:]) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// Nil if this isn't how an error looks.
  package init?(_ error: JSONValue) {
    guard let code = error["code"]?.integer, let message = error["message"]?.string else {
      return nil
    }
    self.init(code: code, message: message, data: error["data"] ?? [:])
  }

  /// The error's name: `insufficientPriority`, `notPermitted`, ….
  package var name: String? { data["name"]?.string }
  /// Apple's four characters, of an arbitration error.
  package var fourCC: String? { data["fourCC"]?.string }
  /// The rule that refused: `R10`.
  package var rule: String? { data["rule"]?.string }
  /// With R59, the square of the pair table.
  package var cell: String? { data["cell"]?.string }
  /// The session in the way: `session`, `name`, `priority`.
  package var by: JSONValue? { data["by"] }
}
