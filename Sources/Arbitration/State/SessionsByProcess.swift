/// The sessions of each process, which are suspended together (R47).
struct SessionsByProcess: Equatable {
  private var lists: [ProcessID: Chains.List] = [:]
  private var links = Chains()

  /// The first of a process's sessions; `none` where it has none.
  func first(of process: ProcessID) -> Slot { lists[process]?.first ?? .none }

  /// The next session of the same process; `none` after the last.
  func next(after slot: Slot) -> Slot { links.next(after: slot) }

  mutating func add(_ slot: Slot, _ process: ProcessID) {
    links.append(slot, to: &lists[process, default: Chains.List()])
  }

  /// Takes a session out of its process, and forgets a process without any.
  mutating func remove(_ slot: Slot, _ process: ProcessID) {
    links.remove(slot, from: &lists[process, default: Chains.List()])
    if lists[process]?.isEmpty == true { lists[process] = nil }
  }
}
