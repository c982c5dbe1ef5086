/// One thing that the doctor looked at.
struct Finding: Equatable, Sendable {
  /// How it is; the raw value is what is printed.
  enum State: String, Equatable, Sendable {
    case good = "ok"
    /// It works, and yet somebody should know.
    case note
    /// It doesn't work, or keeps something else from working.
    case fault
  }

  let subject: String
  let state: State
  let sentence: String
  /// What mends it, each to be typed as it is.
  var commands: [String] = []
}
