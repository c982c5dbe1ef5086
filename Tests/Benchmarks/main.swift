import Arbitration
import AudioSessionTypes

// What an activation costs as the number of sessions grows: a ratio against the smallest table in the
// same run, since these machines are shared and their absolute times mean little.

/// Two processes that take the sound from each other, among `bystanders` that mix with both.
struct Stage {
  var arbiter = Arbiter()
  var decision = Decision()
  let player = SessionID(1)
  let others: ClosedRange<UInt64>

  init(bystanders: Int, touched: Int) {
    others = 2...UInt64(touched + 1)
    open(player, process: 1, options: [])
    for number in others { open(SessionID(number), process: 2, options: []) }
    for number in 1...UInt64(bystanders) {
      let id = SessionID(others.upperBound + number)
      open(id, process: 2 + number, options: .mixWithOthers)
      apply(.activate(id, grants: []))
    }
  }

  private mutating func open(_ id: SessionID, process: UInt64, options: CategoryOptions) {
    var change = ConfigurationChange()
    change.category = .playback
    change.options = options
    let owner = Owner(process: ProcessID(process), user: UserID(0))
    apply(.open(id, owner, change, grants: [], lease: nil, isWithinLimits: true))
  }

  private mutating func apply(_ event: Event) {
    arbiter.apply(event, at: Instant(nanoseconds: 0), into: &decision)
  }

  /// One interrupts all of the other's, which then take the sound back.
  mutating func turn() {
    apply(.activate(player, grants: []))
    for number in others { apply(.activate(SessionID(number), grants: [])) }
  }
}

/// Nanoseconds for one turn, the best of five series.
func measure(bystanders: Int, touched: Int) -> Int {
  var stage = Stage(bystanders: bystanders, touched: touched)
  let rounds = 100_000 / touched
  let clock = ContinuousClock()
  var best = Duration.seconds(1_000)
  for _ in 0..<5 {
    best = min(best, clock.measure { for _ in 0..<rounds { stage.turn() } })
  }
  let (seconds, attoseconds) = best.components
  return Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / rounds
}

print("touched\tbystanders\tns a turn\tns a change\t% of 10 bystanders")
for touched in [1, 8, 64] {
  let floor = measure(bystanders: 10, touched: touched)
  for bystanders in [10, 100, 1_000, 10_000, 100_000] {
    let cost = measure(bystanders: bystanders, touched: touched)
    print(touched, bystanders, cost, cost / (2 * touched), cost * 100 / floor, separator: "\t")
  }
}
