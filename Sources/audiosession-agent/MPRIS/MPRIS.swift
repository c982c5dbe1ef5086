import AudioSessionBus

/// The part of the Media Player Remote Interfacing Specification that the agent uses.
enum MPRIS {
  private static let namePrefix = "org.mpris.MediaPlayer2."
  static let path = "/org/mpris/MediaPlayer2"
  static let rootInterface = "org.mpris.MediaPlayer2"
  static let playerInterface = "org.mpris.MediaPlayer2.Player"

  /// Names that mirror other players: pausing them would pause those twice, and the process behind
  /// the name plays nothing itself.
  private static let mirrors = ["playerctld", "plasma-browser-integration", "kdeconnect"]

  /// Whether a bus name belongs to a player itself.
  static func isPlayer(_ busName: String) -> Bool {
    guard busName.hasPrefix(namePrefix) else { return false }
    let name = busName.dropFirst(namePrefix.count)
    return !name.isEmpty && !mirrors.contains { name == $0 || name.hasPrefix("\($0).") }
  }

  /// The identity of a player that states none: the name's last part, without the instance.
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

/// A command to a player.
enum PlayerCommand: Equatable {
  case pause
  case play
}
