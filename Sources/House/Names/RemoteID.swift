/// A session of some machine of the house, as all of them know it.
package struct RemoteID: Hashable, Comparable, Sendable {
  /// The machine on which it was opened.
  package var node: HouseName
  /// The time in which its number means this session: a bridge's conversation with its daemon.
  package var epoch: HouseName
  /// Its number there.
  package var number: UInt64

  package init(node: HouseName, epoch: HouseName, number: UInt64) {
    self.node = node
    self.epoch = epoch
    self.number = number
  }

  package static func < (one: RemoteID, other: RemoteID) -> Bool {
    if one.node != other.node { return one.node < other.node }
    if one.epoch != other.epoch { return one.epoch < other.epoch }
    return one.number < other.number
  }

  /// The name of the lease that stands for it in another machine's daemon.
  package var leaseName: String { "\(RemoteID.leasePrefix)\(node)/\(epoch)/\(number)" }

  /// How the names of all such leases begin.
  package static let leasePrefix = "house/"
}
