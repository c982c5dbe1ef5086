/// The Media Player Remote Interfacing Specification, as much of it as is needed.
enum MPRIS {
  private static let namePrefix = "org.mpris.MediaPlayer2."
  static let path = "/org/mpris/MediaPlayer2"
  static let rootInterface = "org.mpris.MediaPlayer2"
  static let playerInterface = "org.mpris.MediaPlayer2.Player"

  /// Names that show other players once more: to pause those would be done twice, and the process
  /// behind the name plays nothing itself.
  private static let mirrors = ["playerctld", "plasma-browser-integration", "kdeconnect"]

  /// Whether a name of the bus is a player's own.
  static func isPlayer(_ busName: String) -> Bool {
    guard busName.hasPrefix(namePrefix) else { return false }
    let name = busName.dropFirst(namePrefix.count)
    return !name.isEmpty && !mirrors.contains { name == $0 || name.hasPrefix("\($0).") }
  }

  /// What a player is called that doesn't say: the name's last part, without an instance.
  static func identity(by busName: String) -> String {
    let name = busName.dropFirst(namePrefix.count)
    return String(name.prefix { $0 != "." })
  }

  /// `Pause` or `Play`; `PlayPause` would do the opposite of what is meant where we know less.
  static func command(_ command: PlayerCommand, _ owner: String) -> BusCall {
    BusCall(
      destination: owner,
      path: path,
      interface: playerInterface,
      member: command == .pause ? "Pause" : "Play"
    )
  }

  static func getStatus(_ owner: String) -> BusCall {
    .get("PlaybackStatus", of: playerInterface, owner, path)
  }
}

/// What a player can be told.
enum PlayerCommand: Equatable {
  case pause
  case play
}
