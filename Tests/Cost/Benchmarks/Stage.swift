import AudioSessionArbitration
import AudioSessionTypes

/// Two processes that take the sound from each other, and `bystanders` whom that doesn't concern.
struct Stage {
  /// Why it doesn't concern the bystanders, who are active all the while.
  enum Bystanders: String, CaseIterable {
    /// They mix.
    case mixing
    /// Each plays exclusively in a zone of its own (R63); so do the two on the stage in theirs.
    case zones
    /// They mix by 32 roles (R66), in turn.
    case roles
  }

  private(set) var arbiter: Arbiter
  private var decision = Decision()
  private let player = SessionID(1)
  private let others: ClosedRange<UInt64>
  private let kind: Bystanders

  init(_ kind: Bystanders, bystanders: Int, touched: Int) {
    self.kind = kind
    var policy = Policy()
    if kind == .roles {
      policy.roles = (1...Policy.maximumRoles).map { Policy.Role("role-\($0)", like: .mixable) }
    }
    arbiter = Arbiter(policy: policy)
    others = 2...UInt64(touched + 1)
    open(player, process: 1, isBystander: false)
    for number in others { open(SessionID(number), process: 2, isBystander: false) }
    for number in 1...UInt64(bystanders) {
      let id = SessionID(others.upperBound + number)
      open(id, process: 2 + number, isBystander: true)
      apply(.activate(id, grants: .none))
    }
  }

  private mutating func open(_ id: SessionID, process: UInt64, isBystander: Bool) {
    var change = ConfigurationChange()
    change.category = .playback
    if isBystander && kind == .mixing { change.options = .mixWithOthers }
    if isBystander && kind == .roles {
      let role = policyRole(Int(process) % Policy.maximumRoles)
      change.role = role.map { .named($0) }
    }
    let zone = kind == .zones ? ZoneID(isBystander ? process : 1) : nil
    apply(
      .open(
        Opening(
          id: id,
          owner: Owner(process: ProcessID(process), user: UserID(0)),
          scope: Scope(ApplicationID(process), zone: zone),
          change: change,
          grants: .none
        )
      )
    )
  }

  private func policyRole(_ place: Int) -> Kind? {
    arbiter.kind(ofRole: arbiter.policy.roles[place].name)
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
