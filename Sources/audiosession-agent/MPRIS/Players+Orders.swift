import AudioSessionBus
import Enforcement

/// Pausing and resuming players, and verifying that they obeyed.
extension Players {
  /// The delays after which a status that a command should have changed is read again: a player may
  /// obey after its answer, and may not signal it.
  private static let rereadings: [Duration] = [.milliseconds(50), .milliseconds(150)]

  /// Pauses a player; ``takeEvents()`` then tells its status, whether or not it obeyed.
  ///
  /// Its user may do so in the same moment, and then it isn't ours to resume. Its status is asked
  /// just before, which the player answers as it was when our command came: the bus keeps the
  /// order. While an earlier command may still have its effect, the answer would say nothing.
  func pause(_ id: PlayerID, at now: Duration) {
    guard let owner = owner(of: id), let record = records[owner] else { return }
    if record.order == nil && !record.mayStillPause {
      records[owner]?.askedPause = orders + 1
      let purpose = Purpose.statusBeforePause(owner: owner, order: orders + 1)
      bus.send(MPRIS.getStatus(owner), for: purpose, until: now + Players.orderTimeout)
    }
    order(.pause, owner, at: now)
  }

  /// Takes the status that the player had when our `Pause` came.
  func judgePause(_ reply: BusReply, _ owner: String, _ number: Int, at now: Duration) {
    guard let record = records[owner], record.askedPause == number else { return }
    records[owner]?.askedPause = nil
    // It has waited for this answer.
    let isToPlay = record.order?.command == .play
    guard let word = reply.values.first?.string, let status = PlaybackStatus(rawValue: word),
      status != .playing
    else {
      if isToPlay { order(.play, owner, at: now) }
      return
    }
    records[owner]?.take(status: word)
    finishOrder(of: owner, isLast: isToPlay)
    tellPausedByUser(owner)
  }

  /// Resumes a player that was paused; ``takeEvents()`` then tells its status.
  ///
  /// It is left alone if it already plays, or if somebody stopped it after we paused it. In any case
  /// ``takeReleased()`` then tells it.
  func resume(_ id: PlayerID, at now: Duration) {
    guard let owner = owner(of: id) else { return released.append(id) }
    if records[owner]?.askedPause != nil {
      // The answer to that decides whether it may play.
      orders += 1
      records[owner]?.order = PlayerRecord.Order(command: .play, number: orders)
      return
    }
    // One that is still to obey would say that it plays, and then pause for good.
    guard records[owner]?.mayStillPause == false else {
      return order(.play, owner, at: now)
    }
    orders += 1
    records[owner]?.order = PlayerRecord.Order(command: .play, number: orders)
    let purpose = Purpose.statusBefore(owner: owner, order: orders)
    bus.send(MPRIS.getStatus(owner), for: purpose, until: now + Players.orderTimeout)
  }

  /// Sends `Play` if the status that was read before it allows it.
  func play(_ reply: BusReply, _ owner: String, _ number: Int, at now: Duration) {
    guard let record = records[owner], record.order?.number == number else { return }
    if let word = reply.values.first?.string { records[owner]?.take(status: word) }
    let status = records[owner]?.status
    guard status != .playing, record.restingStatus.map({ $0 == status }) ?? true else {
      return finishOrder(of: owner, isLast: true)
    }
    order(.play, owner, at: now)
  }

  func readStatus(of owner: String, after number: Int, at now: Duration) {
    guard records[owner]?.order?.number == number else { return }
    let purpose = Purpose.statusAfter(owner: owner, order: number)
    bus.send(MPRIS.getStatus(owner), for: purpose, until: now + Players.orderTimeout)
  }

  /// Verifies a command by the status that was read after it.
  func verify(_ reply: BusReply, _ owner: String, _ number: Int, at now: Duration) {
    guard let order = records[owner]?.order, order.number == number else { return }
    let word = reply.values.first?.string
    if let word { records[owner]?.take(status: word) }
    let isLast = word == nil || order.reads >= Players.rereadings.count
    finishOrder(of: owner, isLast: isLast)
    guard records[owner]?.order != nil else { return }
    records[owner]?.order?.reads += 1
    let time = now + Players.rereadings[order.reads]
    timetable.add(.verify(owner: owner, order: number), at: time)
  }

  /// Ends a command that has had its effect, or whose last check has failed, and tells the status.
  func finishOrder(of owner: String, isLast: Bool) {
    guard let record = records[owner], let order = record.order else { return }
    guard isLast || record.isOrderFulfilled else { return }
    if order.command == .pause, record.isOrderFulfilled {
      records[owner]?.restingStatus = record.status
    }
    records[owner]?.order = nil
    if order.command == .play { release(record) }
    tell(of: owner, isNews: true)
  }

  private func order(_ command: PlayerCommand, _ owner: String, at now: Duration) {
    orders += 1
    records[owner]?.order = PlayerRecord.Order(command: command, number: orders)
    records[owner]?.mayStillPause = command == .pause
    let purpose = Purpose.order(owner: owner, order: orders)
    bus.send(MPRIS.command(command, owner), for: purpose, until: now + Players.orderTimeout)
  }

  private func owner(of id: PlayerID) -> String? {
    records.first { $1.told?.id == id }?.key
  }
}
