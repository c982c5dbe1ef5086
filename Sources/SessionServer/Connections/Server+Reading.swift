import Arbitration
import AudioSessionSystem
import AudioSessionWire
import ConfigurationFile

/// From bytes to requests: what is carried out in one turn, of whom and in which order.
extension Server {
  /// Carries out what waits, the least served user first, until the turn's time is over.
  ///
  /// What is left over waits for the next turn, in which who is ready by then comes in between.
  func carryOutWaiting() {
    guard !runQueue.isEmpty else { return }
    var time = SystemClock.monotonic
    let end = time + RunQueue.turnLength
    for share in runQueue.takeAll(at: time) {
      if time < end && !isStopping { time = carryOutWaiting(of: share, from: time) }
      runQueue.putBack(share)
    }
  }

  /// Carries out what waits of one user, each connection once.
  ///
  /// - Returns: When it was done.
  private func carryOutWaiting(of share: UserShare, from start: Int64) -> Int64 {
    share.hasHadLarge = false
    var time = start
    for _ in 0..<share.waiting.count {
      guard time - start < RunQueue.userLength, !isStopping,
        let connection = share.waiting.popFirst()
      else { break }
      connection.isQueued = false
      goOn(with: connection, from: time)
      time = SystemClock.monotonic
    }
    share.recentTime.add(time - start, at: time)
    return time
  }

  /// Goes on with what is left of a connection's lines, or reads more.
  private func goOn(with connection: Connection, from start: Int64) {
    guard connection.phase != .closed, !connection.isParked else { return }
    let timeLimit = start + RunQueue.connectionLength
    if connection.isToCatchUp { catchUp(connection) }
    if connection.hasWork || connection.phase == .ending {
      carryOut(connection, until: timeLimit)
    } else {
      read(connection, until: timeLimit)
    }
  }

  /// Takes what the socket holds, at most one scratch full, and carries out what is complete.
  private func read(_ connection: Connection, until timeLimit: Int64) {
    guard connection.phase == .open, connection.mayProceed else { return }
    markBusy(connection)
    do {
      if let count = try connection.socket.receive(into: UnsafeMutableRawBufferPointer(scratch)) {
        receive(count, connection)
      } else if connection.process.hasEnded {
        connection.phase = .ending
      }
    } catch {
      connection.phase = .ending
      deafen(connection)
    }
    carryOut(connection, until: timeLimit)
  }

  private func receive(_ count: Int, _ connection: Connection) {
    guard count > 0 else {
      connection.phase = .ending
      release(gate.releaseLines(of: connection.id))
      return
    }
    connection.splitter.append(UnsafeMutableBufferPointer(rebasing: scratch[..<count]).span)
    if connection.splitter.hasSkippedTooMuch { connection.isDoomed = true }
    guard connection.process.hasEnded else { return }
    connection.bytesAfterDeath += count
    if connection.bytesAfterDeath > readAfterDeath { connection.phase = .ending }
  }

  private func carryOut(_ connection: Connection, until timeLimit: Int64) {
    var left = RunQueue.requestLimit
    while left > 0, connection.mayProceed, !connection.isDoomed, !isStopping,
      let message = nextMessage(of: connection)
    {
      left -= 1
      let method = message.method
      let isPointless = isPointless(method, isAnswered: message.id != nil, on: connection)
      guard hasTurnAfterDeath(connection, changes: !isPointless) else {
        connection.abandonRest()
        break
      }
      guard !isPointless else { continue }
      let isLarge = method?.isLarge ?? false
      guard !isLarge || takeLarge(connection) else {
        connection.stash(message)
        break
      }
      carryOut(message, connection)
      if isLarge { account(connection) }
      if connection.hasWork, SystemClock.monotonic >= timeLimit { break }
    }
    touch(connection)
    guard !connection.hasWork else {
      if connection.canGoOn { postpone(connection) }
      return
    }
    if connection.phase == .ending {
      end(connection)
    } else if connection.process.hasEnded {
      postpone(connection)
    }
  }

  /// Whether nobody could tell if the request was carried out or not.
  ///
  /// It changes nothing, and nobody reads its answer: what the dead asked isn't worked out.
  private func isPointless(
    _ method: Method?,
    isAnswered: Bool,
    on connection: Connection
  ) -> Bool {
    guard let method, !method.changesSomething else { return false }
    return connection.isDeaf || !isAnswered
  }

  /// Of a process that has ended, each connection has one more turn's worth of requests.
  ///
  /// What it said last counts, but it doesn't keep the daemon busy from beyond: not even by
  /// thousands of requests that nobody carries out.
  private func hasTurnAfterDeath(_ connection: Connection, changes: Bool) -> Bool {
    guard connection.process.hasEnded else { return true }
    connection.requestsAfterDeath += 1
    if changes { connection.changesAfterDeath += 1 }
    return connection.changesAfterDeath <= RunQueue.requestLimit
      && connection.requestsAfterDeath <= 8 * RunQueue.requestLimit
  }

  /// Takes the user's one large answer of this turn.
  ///
  /// False if it has to wait: for another turn, or until the user's earlier answers are read.
  private func takeLarge(_ connection: Connection) -> Bool {
    let share = connection.share
    guard !share.hasHadLarge else { return false }
    guard hasRoomForLarge(share) else {
      park(connection)
      return false
    }
    share.hasHadLarge = true
    makeRoomForLarge(beside: connection)
    return true
  }

  /// Once the output has drained, the decisions that were left out are made good.
  private func catchUp(_ connection: Connection) {
    guard case .lagging(let from) = connection.observation else { return }
    guard takeLarge(connection) else {
      if !connection.isParked { postpone(connection) }
      return
    }
    connection.observation = .following
    postLagged(from: from, to: connection)
    account(connection)
  }

  /// The next message: one that was put off, the next of the batch, or the next line's.
  func nextMessage(of connection: Connection) -> IncomingMessage? {
    if let message = connection.takeStash() { return message }
    while true {
      if connection.hasBatch {
        if let message = connection.batch?.line.next() { return message }
        closeBatch(of: connection)
      }
      switch connection.splitter.next() {
      case nil: return nil
      case .tooLong:
        let value = connection.splitter.lineBytes
        reply(failure: .limitExceeded(limit: "lineBytes", value: value), to: .null, on: connection)
        continue
      case .line(let range):
        incoming.read(
          connection.splitter.bytes.span.extracting(range),
          limits: settings.limits
        )
        if !incoming.isBatch { return incoming.next() }
        openBatch(of: connection, bytes: range.count)
      }
    }
  }

  private func openBatch(of connection: Connection, bytes: Int) {
    let number = connection.isDeaf ? 0 : connection.outbox.appendHeld([])
    var batch = OpenBatch(number: number, bytes: bytes)
    swap(&batch.line, &incoming)
    connection.batch = batch
  }

  /// The batch's line is whole: it goes as soon as nothing else holds it, and what it caused after.
  private func closeBatch(of connection: Connection) {
    guard let batch = connection.batch else { return }
    connection.batch = nil
    if batch.hasReplies { connection.outbox.extend(batch.number, Array("]\n".utf8)) }
    connection.outbox.release(batch.number)
    touch(connection)
  }

  /// As much as a line may have: what a client wrote last is carried out, but a flood isn't.
  private var readAfterDeath: Int { settings.limits.lineBytes }
}

/// A batch that is being carried out, perhaps over several turns.
struct OpenBatch {
  var line = IncomingLine()
  /// The number of its reply's line in the outbox.
  var number: UInt64
  /// The length of its line, which counts as unread until the batch is done.
  var bytes: Int
  var hasReplies = false
}

extension Method {
  /// Whether its answer grows with what there is: a user has one such a turn.
  var isLarge: Bool {
    switch self {
    case .sessionList, .eventsSubscribe, .policyExplain, .policySimulate, .serverLog, .discover:
      true
    case .hello, .sessionOpen, .sessionConfigure, .sessionActivate, .sessionDeactivate,
      .sessionReport, .sessionRenew, .sessionClose, .sessionGet, .alertRequest, .policyGet,
      .serverStatus, .systemGet, .systemSetRoute, .systemSetMicrophoneMuted, .systemSetSleeping,
      .systemSetSilenced, .systemSetProcessSuspended, .sessionEvict, .enforcementAttach,
      .enforcementApplied:
      false
    }
  }

  /// Whether carrying it out is more than an answer.
  var changesSomething: Bool {
    switch self {
    case .sessionGet, .sessionList, .alertRequest, .policyGet, .policyExplain, .policySimulate,
      .serverStatus, .serverLog, .discover, .systemGet:
      false
    case .hello, .sessionOpen, .sessionConfigure, .sessionActivate, .sessionDeactivate,
      .sessionReport, .sessionRenew, .sessionClose, .eventsSubscribe, .systemSetRoute,
      .systemSetMicrophoneMuted, .systemSetSleeping, .systemSetSilenced,
      .systemSetProcessSuspended, .sessionEvict, .enforcementAttach, .enforcementApplied:
      true
    }
  }
}
