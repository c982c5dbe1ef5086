import AudioSessionArbitration
import AudioSessionClient
import AudioSessionJSON
import AudioSessionServer
import AudioSessionTypes
import AudioSessionWire

/// A program that talks to the daemon, and what it may take for true.
final class WireClient: Endpoint {
  /// A session of its, or a place for one.
  struct Slot {
    /// What it may be; each lost answer adds to them, and each answer decides.
    var known: Set<Known> = [.none]
    /// Whether somebody else has closed it, of which the client may not have heard.
    var mayBeClosed = false
    var belief: Belief?
  }

  /// What it was told last of a session.
  struct Belief: Equatable {
    var number: UInt64
    var state: SessionState
    var gain: Double
    var isPlaying: Bool
  }

  private enum Purpose {
    case hello
    /// Which may name a session by a number.
    case request(ClientRequest, of: UInt64?, sentAt: Int64)
  }

  let index: Int
  private(set) var slots = [Slot](repeating: Slot(), count: OperationGenerator.slots)
  private var purposes: [(number: ClientMachine.RequestNumber, purpose: Purpose)] = []
  /// What the reference replies to the requests that the daemon has read, until their answers come.
  private var owed: [Effect?] = []
  private var latest: ClientRequest?
  /// The epoch of the daemon that it has met last.
  private(set) var epoch: Epoch?
  /// What its lease may be if the next daemon is another one: a connection that was kept brings that one
  /// what its predecessor hadn't read.
  private var knownAnew: Set<Known> = [.none]
  /// Whether `hello` was answered: before that, it may be another daemon that numbers sessions.
  private var isGreeted = false

  /// - Parameters:
  ///   - index: Its number among the clients.
  ///   - pid: Its process.
  init(_ index: Int, pid: Int32) {
    self.index = index
    super.init(MemoryPeer(pid: pid, uid: index == 5 ? 1001 : 1000, comm: "client-\(index)"))
  }

  /// The same program, started again: it knows what its predecessor knew of its leases.
  convenience init(after former: WireClient, pid: Int32) {
    self.init(former.index, pid: pid)
    (slots, epoch, knownAnew) = (former.slots, former.epoch, former.knownAnew)
  }

  private static let leaseSlot = OperationGenerator.slots - 1
  private var leaseName: String { "lease-\(index)" }

  // MARK: What it does

  func connect(in world: World) {
    guard link == nil else { return }
    link = world.daemon.connect(as: peer)
    var hello: [JSONValue.Member] = [.init("protocol", 1)]
    if index % 2 == 0 { hello.append(.init("events", ["lifecycle"])) }
    if index < 2 { hello.append(.init("application", "shared")) }
    if let epoch { hello.append(.init("epoch", .string(epoch.text))) }
    send(.hello, .object(hello), .hello)
  }

  func resend(in world: World) { if let latest { request(latest, in: world) } }

  func request(_ request: ClientRequest, in world: World) {
    guard link != nil, isGreeted, let (method, parameters) = message(request) else { return }
    latest = request
    let number = parameters["session"]?.integer.map { UInt64($0) }
    send(method, parameters, .request(request, of: number, sentAt: world.now))
  }

  private func send(_ method: Method, _ parameters: JSONValue, _ purpose: Purpose) {
    purposes.append((machine.request(method, parameters), purpose))
    flush()
  }

  /// The request's message; nil if the client knows no session that it is about.
  private func message(_ request: ClientRequest) -> (Method, JSONValue)? {
    let slot = request.slot
    let isLease = slot == Self.leaseSlot
    if case .open(_, let wish) = request {
      guard isLease || slots[slot].known == [.none] && !isOpening(slot) else { return nil }
      var members = wish == .initial ? [] : wish.members
      if isLease {
        let life = JSONValue.number("\(Known.leaseSeconds)")
        members.append(
          .init("lease", ["leaseName": .string(leaseName), "ttlSeconds": life])
        )
      }
      return (.sessionOpen, .object(members))
    }
    let number = slots[slot].known.compactMap(\.number).sorted().first { $0 != Known.untold }
    guard let number, !slots[slot].known.contains(.none) else { return nil }
    let session = JSONValue.Member("session", .number("\(number)"))
    switch request {
    case .open: return nil
    case .configure(_, let wish):
      return (.sessionConfigure, .object([session] + wish.members))
    case .activate: return (.sessionActivate, .object([session]))
    case .deactivate(_, let notifyingOthers):
      let options: JSONValue = notifyingOthers ? ["notifyOthersOnDeactivation"] : []
      return (.sessionDeactivate, .object([session, .init("options", options)]))
    case .report(_, let isPlaying):
      return (.sessionReport, .object([session, .init("playing", .bool(isPlaying))]))
    case .show(_, let isInForeground):
      return (.sessionReport, .object([session, .init("foreground", .bool(isInForeground))]))
    case .renew: return isLease ? (.sessionRenew, .object([session])) : nil
    case .close: return (.sessionClose, .object([session]))
    case .get: return (.sessionGet, .object([session]))
    }
  }

  private func isOpening(_ slot: Int) -> Bool {
    purposes.contains {
      if case .request(.open(slot, _), _, _) = $0.purpose { true } else { false }
    }
  }

  // MARK: What it is told

  override func wasRead(_ reply: Effect?) { owed.append(reply) }

  override func take(_ message: ClientMachine.Message, in world: World) {
    switch message {
    case .notification(let notification): take(notification, in: world)
    case .reply(let number, let result):
      let expected = owed.isEmpty ? nil : owed.removeFirst()
      guard let first = purposes.first, first.number == number else {
        return world.fault("\(peer.comm) is answered out of turn")
      }
      purposes.removeFirst()
      compare(result, with: expected, first.purpose, in: world)
      switch (first.purpose, result) {
      case (.hello, .success(let value)): greeted(by: value.received(), in: world)
      case (.hello, .failure(let error)): world.fault("\(peer.comm) isn't greeted: \(error)")
      case (.request(let request, _, let time), .success(let value)):
        granted(request, value.received(), time...world.now, in: world)
      case (.request(let request, let number, _), .failure(let error)):
        refused(request, of: number, error, in: world)
      }
    }
  }

  /// An answer is what the reference says.
  private func compare(
    _ result: Result<JSONValue, ErrorReply>,
    with expected: Effect?,
    _ purpose: Purpose,
    in world: World
  ) {
    switch (expected, result) {
    case (.granted, .failure(let error)):
      world.fault("\(peer.comm) is refused \(purpose): \(error), though it is granted")
    case (.refused(_, let error, _), .failure(let told)) where told.name == error.rawValue: break
    case (.refused(_, let error, _), _):
      world.fault("\(peer.comm) is told \(result) of \(purpose), which is refused: \(error)")
    default: break
    }
  }

  private func greeted(by hello: HelloResult?, in world: World) {
    meet(hello?.epoch)
    isGreeted = true
    if slots[Self.leaseSlot].known != [.none] {
      request(.open(Self.leaseSlot, .initial), in: world)
    }
  }

  /// The daemon is perhaps another one than before, and has no sessions of before.
  private func meet(_ other: Epoch?) {
    defer { epoch = other }
    guard let epoch, epoch != other else { return }
    for slot in slots.indices { slots[slot] = Slot() }
    if !isGreeted { slots[Self.leaseSlot].known = knownAnew }
  }

  private func granted(
    _ request: ClientRequest,
    _ object: SessionObject?,
    _ times: ClosedRange<Int64>,
    in world: World
  ) {
    let slot = request.slot
    if slots[slot].mayBeClosed, case .open = request { slots[slot].known.insert(.none) }
    let object = object?.session == 0 ? nil : object
    var after = slots[slot].known.flatMap { $0.after(request, of: object?.session, times) }
    if let object { after = after.filter { $0.fits(object, times) } }
    if after.isEmpty {
      let known = slots[slot].known
      world.fault("\(peer.comm): \(request) can't be answered by \(shown(object)) after \(known)")
    }
    slots[slot].known = Set(after)
    if case .open = request { slots[slot].mayBeClosed = false }
    slots[slot].belief = object.map {
      Belief(number: $0.session, state: $0.state, gain: $0.gain, isPlaying: $0.playing)
    }
  }

  private func shown(_ object: SessionObject?) -> String { object.map { $0.json.text } ?? "{}" }

  private func refused(
    _ request: ClientRequest,
    of number: UInt64?,
    _ error: ErrorReply,
    in world: World
  ) {
    let slot = request.slot
    let names = ["noSuchSession", ArbitrationError.expiredSession.rawValue]
    guard let name = error.name, names.contains(name) else {
      if error.name == nil || error.name == "notPermitted" {
        world.fault("\(peer.comm): \(request) is answered by \(error)")
      }
      return
    }
    // One that was there when the request was made may have been followed by another.
    guard slots[slot].known.contains(where: { $0.number == number || $0.number == nil }) else {
      return
    }
    let mayBeGone = slots[slot].known.contains { $0.mayBeGone(by: world.now) }
    if !mayBeGone && !slots[slot].mayBeClosed {
      world.fault("\(peer.comm): \(request) finds no session after \(slots[slot].known)")
    }
    slots[slot] = Slot()
  }

  private func take(_ notification: ClientMachine.Notification, in world: World) {
    let params = notification.params
    let known = NotificationMethod(rawValue: notification.method)
    if known == .mediaServicesWereReset {
      return meet(notification.stamp?.epoch)
    }
    let number = params.received(as: SessionReference.self)?.number
    guard let slot = slots.indices.first(where: { slots[$0].belief?.number == number }),
      number != nil
    else { return }
    switch known {
    case .sessionInterruption:
      guard let told: SessionInterruption = params.received() else { return }
      if case .began(let reason, _) = told.phase {
        let state = reason == .appWasSuspended ? SessionState.inactive : .interrupted
        if slots[slot].belief?.state == .active { stop(slot, state) }
      } else {
        stop(slot, .inactive)
        if told.phase == .ended(shouldResume: true) { resume(slot, in: world) }
      }
    case .sessionResumptionRecommendation:
      let told: SessionResumptionRecommendation? = params.received()
      if told?.recommendation == .shouldResume { resume(slot, in: world) }
    case .sessionDucking:
      guard let told: SessionDucking = params.received() else { return }
      slots[slot].belief?.gain = told.gain
    case .sessionDidBecomeInactive:
      let told: SessionDidBecomeInactive? = params.received()
      if told?.reason == nil || told?.reason == .appWasSuspended { stop(slot, .inactive) }
    case .sessionClosed: slots[slot] = Slot()
    default: break
    }
  }

  private func stop(_ slot: Int, _ state: SessionState) {
    slots[slot].belief?.state = state
    slots[slot].belief?.gain = 1
    slots[slot].belief?.isPlaying = false
  }

  /// Some programs do as they are told.
  private func resume(_ slot: Int, in world: World) {
    if index % 3 != 2 { request(.activate(slot), in: world) }
  }

  // MARK: What it loses

  override func lost(in world: World) {
    // What comes after the end of a session is about another.
    for slot in slots.indices where slots[slot].mayBeClosed { slots[slot].known.insert(.none) }
    if isGreeted { knownAnew = [.none] }
    for (_, purpose) in purposes {
      guard case .request(let request, _, let time) = purpose else { continue }
      let slot = request.slot
      let after = slots[slot].known.flatMap { $0.after(request, of: nil, time...world.now) }
      slots[slot].known.formUnion(after)
      guard slot == Self.leaseSlot else { continue }
      knownAnew.formUnion(knownAnew.flatMap { $0.after(request, of: nil, time...world.now) })
    }
    (purposes, owed, isGreeted) = ([], [], false)
    for slot in slots.indices where slot != Self.leaseSlot { slots[slot] = Slot() }
    slots[Self.leaseSlot].belief = nil
    drop()
  }

  /// Somebody has closed the session, of which the client has yet to hear.
  func closed(_ slot: Int) { slots[slot].mayBeClosed = true }
}

extension Wish {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("category", .string(category.rawValue)), .init("mode", .string(mode)),
      .init("options", .array(options.map { .string($0) })),
      .init("priority", .string(priority.rawValue)),
    ]
  }
}
