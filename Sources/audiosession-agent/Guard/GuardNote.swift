/// What the guard has to know of its agent; each note replaces the one before.
struct GuardNote: Equatable {
  /// Whether anything is held or lowered, so that a stuck agent would leave it so.
  var isTouched = false
  /// The bus names of the players that the agent has paused.
  var players: Set<String> = []
}

/// A note as it is sent: a sign and the names, separated by spaces, which no bus name contains.
extension GuardNote {
  /// The first character of a note that says that something is touched.
  static let touched = UInt8(ascii: "+")

  var text: String { ([isTouched ? "+" : "-"] + players.sorted()).joined(separator: " ") }

  init(text: String) {
    let words = text.split(separator: " ").map(String.init)
    isTouched = words.first == "+"
    players = Set(words.dropFirst().filter(MPRIS.isPlayer))
  }
}
