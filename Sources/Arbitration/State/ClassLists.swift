/// The sessions that concern others: each is in the list of one of these.
enum Standing: Int { case active, interrupted, offering }

/// Lists of sessions by standing and class: of all there are, or of one zone.
struct ClassLists: Equatable {
  private var lists = [Chains.List](repeating: Chains.List(), count: 3 * SessionClass.count)
  /// By standing, the classes whose lists aren't empty.
  private var occupied = [ClassSet](repeating: ClassSet(), count: 3)

  /// The number of a list; −1: none.
  static func number(_ standing: Standing?, _ member: SessionClass) -> Int32 {
    standing.map { Int32($0.rawValue * SessionClass.count + member.index) } ?? -1
  }

  /// The classes that have sessions of this standing.
  func classes(_ standing: Standing) -> ClassSet { occupied[standing.rawValue] }

  func first(_ standing: Standing, _ member: SessionClass) -> Slot {
    lists[standing.rawValue * SessionClass.count + member.index].first
  }

  /// Puts a session at the end of the list of that number.
  mutating func add(_ slot: Slot, _ number: Int32, _ links: inout Chains) {
    guard number >= 0 else { return }
    links.append(slot, to: &lists[Int(number)])
    let (standing, member) = Int(number).quotientAndRemainder(dividingBy: SessionClass.count)
    occupied[standing].insert(SessionClass(index: member))
  }

  /// Takes a session out of the list of that number.
  mutating func remove(_ slot: Slot, _ number: Int32, _ links: inout Chains) {
    guard number >= 0 else { return }
    links.remove(slot, from: &lists[Int(number)])
    guard lists[Int(number)].isEmpty else { return }
    let (standing, member) = Int(number).quotientAndRemainder(dividingBy: SessionClass.count)
    occupied[standing].remove(SessionClass(index: member))
  }
}
