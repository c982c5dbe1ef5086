import AudioSessionClient

/// A device that the machines of a house share, such as a headset, as one of them sees it.
///
/// Who began last has it. A claim has a turn, one more than that of any claim that was known when it was
/// made; of two with the same turn, that of the machine whose name comes later is the greater one. So all
/// agree in whatever order they hear of claims, and nobody's clock is asked. The machine that sees a
/// greater claim than its own gives the device up, and then withdraws its claim; the other one waits for
/// that, but not for long. Without a broker each machine is a house of its own.
struct SharedDevice {
  /// The machine that it is on.
  private let node: HouseName
  /// The bridge, as it signs its claims.
  private let bridge: String
  private var stage = Stage.away
  /// The claims of other machines, and until when they count.
  private var others: [HouseName: Other] = [:]
  /// When this machine's claim is said again; nil while it has none.
  private var refresh: Duration?
  /// Whether a program here wants it.
  private var isWanted = false
  /// Of the last claim of this machine: others take one that is no greater for a copy of it.
  private var lastTurn: UInt64 = 0

  private enum Stage: Equatable {
    /// This machine has no claim.
    case away
    /// Another machine is asked to give it up, until that time.
    case waiting(turn: UInt64, until: Duration)
    case connecting(turn: UInt64)
    case held(turn: UInt64)
    /// Another machine has the greater claim; whether a program here has begun anew since.
    case leaving(turn: UInt64, isAgain: Bool)
  }

  private struct Other {
    var claim: ClaimMessage
    /// Nil: it is withdrawn, and is kept since a copy of it may still come.
    var end: Duration?
    var forgetAt: Duration
  }

  init(on node: HouseName, bridge: String) {
    self.node = node
    self.bridge = bridge
  }

  /// The longest time that another machine has for giving the device up.
  static let patience = Duration.seconds(5)
  /// The most machines whose claims are kept.
  private static let most = 64

  var deadline: Duration? {
    let times: [Duration?] = others.values.map { $0.end ?? $0.forgetAt } + [refresh, waitingEnd]
    return times.compactMap { $0 }.min()
  }

  private var waitingEnd: Duration? { if case .waiting(_, let end) = stage { end } else { nil } }

  /// The machine that has the device, as far as this one knows; nil: none has.
  var holder: HouseName? {
    let own = turn.map { [($0, node)] } ?? []
    return (liveClaims + own).max { $0 < $1 }?.1
  }

  /// Whether it is connected to this machine.
  var isHere: Bool { if case .held = stage { true } else { false } }

  private var liveClaims: [(UInt64, HouseName)] {
    others.filter { $0.value.end != nil }.map { ($0.value.claim.turn, $0.key) }
  }

  private var turn: UInt64? {
    switch stage {
    case .away: nil
    case .waiting(let turn, _), .connecting(let turn), .held(let turn), .leaving(let turn, _): turn
    }
  }

  /// The machine whose claim is greater than this machine's; nil: there is none.
  private var superior: HouseName? {
    guard let turn else { return nil }
    return liveClaims.filter { $0 > (turn, node) }.max { $0 < $1 }?.1
  }

  /// Takes an event of this machine.
  mutating func take(_ event: DeviceEvent, at now: Duration) -> [DeviceAction] {
    switch event {
    case .begun:
      isWanted = true
      return begin(at: now)
    case .left:
      isWanted = false
      if case .leaving(let turn, _) = stage { stage = .leaving(turn: turn, isAgain: false) }
      // Where it is connected it stays until another machine wants it.
      return waitingEnd == nil ? [] : withdraw()
    case .connected(let failure):
      guard case .connecting(let turn) = stage else { return [] }
      if let failure { return withdraw() + tell(DeviceNews(.failed, because: failure)) }
      stage = .held(turn: turn)
      return tell(DeviceNews(.held, hasChanged: true)) + yield()
    case .disconnected:
      guard case .leaving(_, let isAgain) = stage else { return [] }
      return withdraw() + (isAgain ? begin(at: now) : [])
    }
  }

  private mutating func begin(at now: Duration) -> [DeviceAction] {
    switch stage {
    case .away: break
    case .waiting, .connecting: return []
    case .held: return tell(DeviceNews(.held))
    case .leaving(let turn, _):
      stage = .leaving(turn: turn, isAgain: true)
      return []
    }
    let last = others.values.map { $0.claim.turn }.max() ?? 0
    let turn = min(max(last, lastTurn), ClaimMessage.greatestTurn - 1) + 1
    lastTurn = turn
    stage = .waiting(turn: turn, until: now + SharedDevice.patience)
    return say(at: now) + proceed(at: now)
  }

  /// Connects as soon as nobody else has it.
  private mutating func proceed(at now: Duration) -> [DeviceAction] {
    guard case .waiting(let turn, let end) = stage, liveClaims.isEmpty || end <= now else {
      return []
    }
    stage = .connecting(turn: turn)
    return [.connect]
  }

  /// Gives it up if another machine has the greater claim.
  private mutating func yield() -> [DeviceAction] {
    guard let superior else { return [] }
    let news = tell(DeviceNews(.lost, holder: superior.text))
    switch stage {
    case .held(let turn):
      stage = .leaving(turn: turn, isAgain: false)
      return [.disconnect] + news
    case .waiting: return withdraw() + news
    // What is under way is ended first.
    case .away, .connecting, .leaving: return []
    }
  }

  private func tell(_ news: DeviceNews) -> [DeviceAction] { isWanted ? [.tell(news)] : [] }

  private mutating func withdraw() -> [DeviceAction] {
    stage = .away
    refresh = nil
    return [.say(nil)]
  }

  /// Says the claim, if there is one.
  mutating func say(at now: Duration) -> [DeviceAction] {
    guard let turn else { return [] }
    refresh = now + HouseSettings.refresh
    return [.say(ClaimMessage(bridge: bridge, turn: turn))]
  }

  /// Withdraws the claim: the bridge stops.
  mutating func stop() -> [DeviceAction] { turn == nil ? [] : withdraw() }

  /// Takes another machine's claim.
  ///
  /// - Parameters:
  ///   - claim: The claim; nil: it is withdrawn.
  ///   - other: The machine.
  ///   - remaining: For how long the broker will go on saying so.
  ///   - now: The time.
  /// - Returns: What follows.
  mutating func take(
    _ claim: ClaimMessage?,
    of other: HouseName,
    _ remaining: Duration,
    at now: Duration
  ) -> [DeviceAction] {
    let known = others[other]
    guard let claim else {
      others[other]?.end = nil
      return proceed(at: now)
    }
    guard claim.turn > 0, claim.turn <= ClaimMessage.greatestTurn,
      known != nil || others.count < SharedDevice.most
    else { return [] }
    if let known, known.claim.bridge == claim.bridge {
      // A copy of an old one.
      let isNews = known.end == nil ? claim.turn > known.claim.turn : claim.turn >= known.claim.turn
      guard isNews else { return [] }
    }
    others[other] = Other(
      claim: claim,
      end: now + min(remaining, HouseSettings.lease),
      forgetAt: now + HouseSettings.lease * 2
    )
    return yield()
  }

  /// A machine is gone without a word, perhaps for a moment.
  mutating func doubt(_ other: HouseName, at now: Duration) {
    guard let end = others[other]?.end else { return }
    others[other]?.end = min(end, now + Imports.doubt)
  }

  /// Ends what has not been heard of any more.
  mutating func passTime(at now: Duration) -> [DeviceAction] {
    for (other, known) in others {
      if let end = known.end, end <= now { others[other]?.end = nil }
      if known.forgetAt <= now { others[other] = nil }
    }
    return proceed(at: now)
  }

  /// Says the claim again if that is due.
  mutating func refresh(at now: Duration) -> [DeviceAction] {
    guard let refresh, refresh <= now else { return [] }
    return say(at: now)
  }
}
