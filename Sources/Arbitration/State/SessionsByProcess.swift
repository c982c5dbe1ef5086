/// Which sessions are whose process's: suspension goes by process (R47).
struct Processes: Equatable {
  private var index: [ProcessID: Slot] = [:]
  /// For each slot its neighbours in its process.
  private var members: [Member] = []

  private struct Member: Equatable, BitwiseCopyable {
    var next = Slot.none
    var previous = Slot.none
  }

  /// The first of a process's sessions; `none` where it has none.
  func first(of process: ProcessID) -> Slot { index[process] ?? .none }

  /// The next session of the same process.
  func next(after slot: Slot) -> Slot { members[Int(slot.index)].next }

  mutating func enlist(_ slot: Slot, _ process: ProcessID) {
    while members.count <= slot.index { members.append(Member()) }
    let first = first(of: process)
    members[Int(slot.index)] = Member(next: first)
    if first != .none { members[Int(first.index)].previous = slot }
    index[process] = slot
  }

  /// Takes a session out of its process, and forgets a process without any.
  mutating func delist(_ slot: Slot, _ process: ProcessID) {
    let member = members[Int(slot.index)]
    if member.next != .none { members[Int(member.next.index)].previous = member.previous }
    if member.previous != .none {
      members[Int(member.previous.index)].next = member.next
    } else {
      index[process] = member.next == .none ? nil : member.next
    }
    members[Int(slot.index)] = Member()
  }
}
