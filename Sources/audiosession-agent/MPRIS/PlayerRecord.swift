import AudioSessionBus
import Enforcement

/// A connection on the bus that owns names of players, as far as it is known.
struct PlayerRecord {
  /// A command whose effect isn't verified yet.
  struct Order: Equatable {
    var command: PlayerCommand
    /// Distinguishes it from earlier ones, whose answers may still come.
    var number: Int
    /// The number of times the status was read since, without the effect.
    var reads = 0
  }

  /// All its names; they lead to one player, which is identified by the first.
  var names: [String]
  var pid: Int32?
  var identity: String?
  var status: PlaybackStatus?
  var canPause = true
  var canPlay = true
  /// The number of failed reads of its properties.
  var failures = 0
  var order: Order?
  /// The `Pause` before which its status was asked, until that is answered.
  var askedPause: Int?
  /// Its status after we paused it; any later change is the user's.
  var restingStatus: PlaybackStatus?
  /// Whether a `Pause` was sent whose effect wasn't seen; it may still come.
  var mayStillPause = false
  /// The state that was last told to the enforcer.
  var told: Player?

  /// The player; nil until all of it is known.
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

  /// Updates the properties that the player names, and keeps the others.
  mutating func take(_ properties: [String: BusValue]) {
    if let word = properties["PlaybackStatus"]?.string { take(status: word) }
    canPause = properties["CanPause"]?.boolean ?? canPause
    canPlay = properties["CanPlay"]?.boolean ?? canPlay
  }

  /// Updates the status; a word that MPRIS doesn't know counts as stopped.
  mutating func take(status word: String) {
    status = PlaybackStatus(rawValue: word) ?? .stopped
    if status == .playing { restingStatus = nil } else { mayStillPause = false }
  }

  /// Whether the last command has had its effect; one that isn't sent yet has none.
  var isOrderFulfilled: Bool {
    switch order?.command {
    case .pause: status != .playing
    case .play: status == .playing && askedPause == nil
    case nil: true
    }
  }
}
