import Enforcement

/// What is known of a connection that has names of players.
struct PlayerRecord {
  /// A command that isn't verified yet.
  struct Order: Equatable {
    var command: PlayerCommand
    /// Tells it from those before it, whose answers may still come.
    var number: Int
    /// How often the status was read in vain since.
    var reads = 0
  }

  /// All that it owns; they lead to the same player, which is known by the first.
  var names: [String]
  var pid: Int32?
  var identity: String?
  var status: PlaybackStatus?
  var canPause = true
  var canPlay = true
  /// How often its properties were asked for in vain.
  var failures = 0
  var order: Order?
  /// What it was in after it was paused by us; another status since then is the user's.
  var restingStatus: PlaybackStatus?
  /// What was told of it last.
  var told: Player?

  /// Nil until all of it is known.
  var player: Player? {
    guard let name = names.first, let pid, let identity, let status else { return nil }
    return Player(
      id: PlayerID(name),
      pid: pid,
      identity: identity,
      status: status,
      canPause: canPause,
      canPlay: canPlay
    )
  }

  /// Takes over what the player says of itself, and leaves what it doesn't say.
  mutating func take(_ properties: [String: BusValue]) {
    if let word = properties["PlaybackStatus"]?.string { take(status: word) }
    canPause = properties["CanPause"]?.boolean ?? canPause
    canPlay = properties["CanPlay"]?.boolean ?? canPlay
  }

  /// A status in words that MPRIS doesn't know counts as stopped.
  mutating func take(status word: String) {
    status = PlaybackStatus(rawValue: word) ?? .stopped
    if status == .playing { restingStatus = nil }
  }

  /// Whether the last command has done what it was for.
  var isOrderFulfilled: Bool {
    switch order?.command {
    case .pause: status != .playing
    case .play: status == .playing
    case nil: true
    }
  }
}
