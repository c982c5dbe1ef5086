import Arbitration
import AudioSessionTypes

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
      apply(.activate(id, grants: .none))
    }
  }

  private mutating func open(_ id: SessionID, process: UInt64, options: CategoryOptions) {
    var change = ConfigurationChange()
    change.category = .playback
    change.options = options
    let owner = Owner(process: ProcessID(process), user: UserID(0))
    let scope = Scope(ApplicationID(process))
    apply(.open(id, owner, scope, change, grants: .none, lease: nil, isWithinLimits: true))
  }

  private mutating func apply(_ event: Event) {
    arbiter.apply(event, at: Instant(nanoseconds: 0), into: &decision)
  }

  /// One interrupts all of the other's, which then take the sound back.
  mutating func turn() {
    apply(.activate(player, grants: .none))
    for number in others { apply(.activate(SessionID(number), grants: .none)) }
  }
}
