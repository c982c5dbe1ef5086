package import AudioSessionSchema

/// The first members of every notification's parameters: the decision as of which it holds.
package struct DecisionStamp: Equatable, Sendable {
  package var epoch: Epoch
  package var seq: UInt64

  package init(epoch: Epoch, seq: UInt64) {
    self.epoch = epoch
    self.seq = seq
  }
}

extension DecisionStamp: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: DecisionStamp?,
    of archive: inout A
  ) throws(A.Fault) -> DecisionStamp {
    DecisionStamp(
      epoch: try archive.member("epoch", it?.epoch, "The daemon's epoch."),
      seq: try archive.member("seq", it?.seq, "The decision.")
    )
  }
}
