/// The sessions that concern others: each is in the list of one of these.
enum Standing: Int { case active, interrupted, offering }

/// The list of a session, by its standing and its class.
struct Listing: Equatable, BitwiseCopyable {
  var member: SessionClass
  var standing: Standing

  fileprivate var number: Int { standing.rawValue * SessionClass.count + member.index }
}

/// Lists of sessions by standing and class: of all there are, or of one zone.
struct ClassLists: Equatable {
  private var lists = [Chains.List](repeating: Chains.List(), count: 3 * SessionClass.count)
  /// By standing, the classes whose lists aren't empty.
  private var occupied = [ClassSet](repeating: ClassSet(), count: 3)

  /// The classes that have sessions of this standing.
  func classes(_ standing: Standing) -> ClassSet { occupied[standing.rawValue] }

  func first(_ standing: Standing, _ member: SessionClass) -> Slot {
    lists[Listing(member: member, standing: standing).number].first
  }

  /// Takes a session out of its list, if it is in one, and puts it at the end of another.
  mutating func move(_ slot: Slot, from old: Listing?, to new: Listing?, _ links: inout Chains) {
    if let old {
      links.remove(slot, from: &lists[old.number])
      if lists[old.number].isEmpty { occupied[old.standing.rawValue].remove(old.member) }
    }
    if let new {
      links.append(slot, to: &lists[new.number])
      occupied[new.standing.rawValue].insert(new.member)
    }
  }
}
