import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire

/// Journal entries about decisions, for searching; the decision log has all of them (R55).
extension Journal {
  func noteInterruption(
    of id: SessionID,
    _ peer: PeerIdentity,
    by other: SessionID?,
    _ user: UserID?,
    _ reason: Reason,
    _ epoch: Epoch,
    seq: UInt64
  ) {
    let who = other.map { "session \($0.number)" } ?? "the system"
    write(
      .interrupted,
      "session \(id.number) of \(peer.inWords) was interrupted by \(who) (\(reason.rule.name))",
      [Field("SESSION", id.number)] + Journal.fields(of: peer)
        + Journal.fields(reason, epoch, seq: seq),
      of: user
    )
  }

  func noteRefusal(_ reason: Reason, of peer: PeerIdentity, _ epoch: Epoch, seq: UInt64) {
    guard keepsFields else { return }
    write(
      .refused,
      "\(peer.inWords) was refused (\(reason.rule.name))",
      Journal.fields(of: peer) + Journal.fields(reason, epoch, seq: seq),
      of: peer.user
    )
  }

  private static func fields(_ reason: Reason, _ epoch: Epoch, seq: UInt64) -> [Field] {
    [Field("RULE", reason.rule.name), Field("EPOCH", epoch.text), Field("SEQ", seq)]
  }
}
