import AudioSessionBus
import Enforcement

/// Finding the players on the bus, and following their properties.
extension Players {
  /// The delays before a failed question is asked again: a player may own its name before it can
  /// answer.
  private static let retries: [Duration] = [.milliseconds(100), .seconds(1), .seconds(5)]

  func take(_ reply: BusReply, for purpose: Purpose, at now: Duration) {
    switch purpose {
    case .subscription: break
    case .names:
      for name in reply.values.first?.list?.compactMap({ $0.string }) ?? []
      where MPRIS.isPlayer(name) {
        ask(.bus("GetNameOwner", [name]), for: .owner(name: name), at: now)
      }
    case .owner(let name):
      guard let owner = reply.values.first?.string else { break }
      add(name, of: owner, at: now)
    case .pid(let owner):
      guard let pid = reply.values.first?.integer, pid > 0 else { break }
      records[owner]?.pid = Int32(clamping: pid)
      tell(of: owner)
    case .identity(let owner):
      guard let identity = reply.values.first?.string else { break }
      records[owner]?.identity = identity
      tell(of: owner)
    case .properties(let owner): takeProperties(reply, of: owner, at: now)
    case .statusBefore(let owner, let order): play(reply, owner, order, at: now)
    case .statusBeforePause(let owner, let order): judgePause(reply, owner, order, at: now)
    case .order(let owner, let order): readStatus(of: owner, after: order, at: now)
    case .statusAfter(let owner, let order): verify(reply, owner, order, at: now)
    }
  }

  func take(_ signal: BusSignal, at now: Duration) {
    if let change = signal.ownerChange, MPRIS.isPlayer(change.name) {
      if let former = change.former { remove(change.name, of: former) }
      if let owner = change.owner { add(change.name, of: owner, at: now) }
    }
    let owner = signal.sender
    guard signal.interface == BusCall.propertiesInterface, signal.member == "PropertiesChanged",
      records[owner] != nil, signal.values.count == 3,
      signal.values[0].string == MPRIS.playerInterface
    else { return }
    records[owner]?.take(signal.values[1].dictionary)
    let invalidated = signal.values[2].list?.compactMap { $0.string } ?? []
    let isIncomplete = !Set(invalidated).isDisjoint(with: [
      "PlaybackStatus", "CanPause", "CanPlay",
    ])
    if isIncomplete || records[owner]?.status == nil { readProperties(of: owner, at: now) }
    finishOrder(of: owner, isLast: false)
    tell(of: owner)
  }

  func readProperties(of owner: String, at now: Duration) {
    guard let record = records[owner] else { return }
    if record.identity == nil {
      ask(
        .get("Identity", of: MPRIS.rootInterface, owner, MPRIS.path),
        for: .identity(owner: owner),
        at: now
      )
    }
    ask(
      .getAll(of: MPRIS.playerInterface, owner, MPRIS.path),
      for: .properties(owner: owner),
      at: now
    )
  }

  private func add(_ name: String, of owner: String, at now: Duration) {
    if let record = records[owner] {
      // The bus may say it twice: in its list, and because it is new.
      if !record.names.contains(name) { records[owner]?.names.append(name) }
      return
    }
    records[owner] = PlayerRecord(names: [name])
    ask(.bus("GetConnectionUnixProcessID", [owner]), for: .pid(owner: owner), at: now)
    readProperties(of: owner, at: now)
  }

  private func remove(_ name: String, of owner: String) {
    records[owner]?.names.removeAll { $0 == name }
    guard let record = records[owner] else { return }
    if record.names.isEmpty { forget(owner) } else { tell(of: owner) }
  }

  private func takeProperties(_ reply: BusReply, of owner: String, at now: Duration) {
    if let properties = reply.values.first, let name = records[owner]?.names.first {
      records[owner]?.take(properties.dictionary)
      // It was asked for before, and isn't said by all.
      if records[owner]?.identity == nil {
        records[owner]?.identity = MPRIS.identity(by: name)
      }
      records[owner]?.failures = 0
      finishOrder(of: owner, isLast: false)
      tell(of: owner)
    } else if let failures = records[owner]?.failures, failures < Players.retries.count {
      records[owner]?.failures += 1
      timetable.add(.readProperties(owner: owner), at: now + Players.retries[failures])
    }
  }
}
