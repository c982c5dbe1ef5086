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

  /// The session that a lease of this name stands for; nil if it stands for none.
  package init?(leaseName: String) {
    let parts = leaseName.split(separator: "/", omittingEmptySubsequences: false)
    guard leaseName.hasPrefix(RemoteID.leasePrefix), parts.count == 4,
      let node = HouseName(parts[1]), let epoch = HouseName(parts[2]), let number = UInt64(parts[3])
    else { return nil }
    self.init(node: node, epoch: epoch, number: number)
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
