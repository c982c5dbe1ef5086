/// The daemon.
extension Bridge {
  mutating func handle(_ event: DaemonEvent, at now: Duration) -> [BridgeEffect] {
    let isConnected = isSpeaking
    switch event {
    case .connected(let facts, let epoch):
      let withdrawals = publish(exports.begin(epoch, isConnected: isConnected))
      let presence = isConnected ? [sayPresence(at: now)] : []
      return withdrawals + presence + perform(imports.take(facts, at: now)) + panel.restore()
    case .facts(let facts): return perform(imports.take(facts, at: now))
    case .lost:
      let withdrawals = publish(exports.begin(nil, isConnected: isConnected))
      return withdrawals + perform(imports.take(nil as DaemonFacts?, at: now)) + take(nil)
    case .activity(let activity): return take(activity)
    case .changed(let sessions):
      let said = publish(exports.take(sessions, isConnected: isConnected, at: now))
      return said + perform(imports.release(exports, at: now))
    case .all(let sessions):
      let gone = exports.numbers.subtracting(sessions.map { $0.number })
      let said = publish(
        exports.end(Array(gone), isConnected: isConnected)
          + exports.take(sessions, isConnected: isConnected, at: now)
      )
      return said + perform(imports.release(exports, at: now))
    case .ended(let numbers):
      let said = publish(exports.end(numbers, isConnected: isConnected))
      return said + perform(imports.release(exports, at: now))
    case .opened(let id, let session): return perform(imports.opened(id, session, at: now))
    case .notOpened(let id, let reason): return perform(imports.notOpened(id, because: reason))
    case .activated(let session): return perform(imports.activated(session, at: now))
    case .notActivated(let session, let outcome), .interrupted(let session, let outcome):
      return perform(imports.isHindered(session, outcome))
    case .mayResume(let session): return perform(imports.mayResume(session, at: now))
    case .closed(let session, let isEvicted):
      return perform(imports.closed(session, isEvicted: isEvicted))
    }
  }
}
