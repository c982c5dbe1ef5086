import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// What arbitration decided, for who searches the journal; the log has it all (R55).
extension Server {
  func journalInterruption(of id: SessionID, by other: SessionID?, _ source: Reason) {
    guard journal.keepsFields, let peer = names[id]?.identity.peer else { return }
    let who = other.map { "session \($0.number)" } ?? "the system"
    journal.write(
      .interrupted,
      "session \(id.number) of \(peer.inWords) was interrupted by \(who) (\(source.rule.name))",
      [Journal.Field("SESSION", id.number)] + Journal.fields(of: peer) + fields(source),
      of: other.flatMap { names[$0]?.identity.peer.user }
    )
  }

  func journalRefusal(_ refused: Survey.Refused, _ peer: PeerIdentity) {
    guard journal.keepsFields else { return }
    journal.write(
      .refused,
      "\(peer.inWords) was refused (\(refused.reason.rule.name))",
      Journal.fields(of: peer) + fields(refused.reason),
      of: peer.user
    )
  }

  private func fields(_ reason: Reason) -> [Journal.Field] {
    [
      Journal.Field("RULE", reason.rule.name), Journal.Field("EPOCH", epoch.text),
      Journal.Field("SEQ", core.arbiter.seq),
    ]
  }
}

extension Journal {
  /// Who a peer is, by the kernel's word.
  static func fields(of peer: PeerIdentity) -> [Field] {
    var fields = [Field("PEER_UID", peer.user.number)]
    if let pid = peer.pid { fields.append(Field("PEER_PID", pid)) }
    if let unit = peer.unit { fields.append(Field("PEER_UNIT", unit)) }
    return fields
  }
}

extension PeerIdentity {
  /// For messages: nothing in it is the peer's own choice.
  var inWords: String {
    let process = pid.map { "process \($0)" } ?? "a process"
    return "\(process) of user \(user.number)"
  }
}

extension Connection {
  /// Why it is cut off.
  var fault: String {
    if splitter.hasSkippedTooMuch { return "which sent a line without end" }
    if outbox.isOverflowing { return "which doesn't read what it is told" }
    return "whose connections hold too much that is unread or unsent"
  }
}
