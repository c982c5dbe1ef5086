/// How much is measured.
struct Effort {
  /// All servers are measured in each round.
  var rounds = 5
  /// Round trips for one distribution.
  var trips = 20_000
  /// Calls by D-Bus.
  var calls = 5_000
  /// Connections that are busy at once.
  var crowds = [64, 1_000]
  var crowdMilliseconds = 800
  /// Sessions that are ducked.
  var receivers = [200, 1_000]
  /// Decisions that all of them are told of; half of them duck.
  var turns = 60
  var idleConnections = 1_000
  var starts = 20
  /// Parts in 100 of the rate that the floor answered at.
  var paces = [10, 25, 50]
  var paceMilliseconds = 1_000
  /// Sessions that an activation doesn't concern.
  var bystanders = [10, 100, 1_000, 10_000, 100_000]
  /// Changes of sessions in one series of the core.
  var changes = 40_000
  /// Messages in one series of the coders.
  var messages = 20_000
  /// Notifications that a client has waiting.
  var waiting = [1_000, 4_000, 16_000, 64_000]

  /// Everything once, in a few seconds, also with a daemon that wasn't optimised.
  static let quick = Effort(
    rounds: 1,
    trips: 300,
    calls: 100,
    crowds: [16, 64],
    crowdMilliseconds: 50,
    receivers: [16, 64],
    turns: 6,
    idleConnections: 50,
    starts: 2,
    paces: [1, 2, 5],
    paceMilliseconds: 100,
    bystanders: [10, 100],
    changes: 64,
    messages: 100,
    waiting: [100, 400]
  )
}
