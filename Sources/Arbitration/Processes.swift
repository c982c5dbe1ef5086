import AudioSessionTypes

/// Which sessions are whose process's, and who plays where, so that "another process" costs nothing.
struct Processes: Equatable {
  private var index: [ProcessID: Int32] = [:]
  private var records: [Record] = []
  private var free: [Int32] = []
  /// For each slot its process and its neighbours there.
  private var members: [Member] = []
  /// How many sessions play in all.
  private(set) var playing: Int32 = 0
  private(set) var hints = HintSources()
  /// How many active recorders want no system sounds (R46).
  private(set) var silencing: Int32 = 0

  private struct Record: Equatable, BitwiseCopyable {
    var first = Slot.none
    var playing: Int32 = 0
    var hintSources: Int32 = 0
  }

  private struct Member: Equatable, BitwiseCopyable {
    var process: Int32 = -1
    var next = Slot.none
    var previous = Slot.none
  }

  /// Whether anything of another process than the session's plays.
  func othersPlay(than slot: Slot) -> Bool {
    playing > records[Int(members[Int(slot.index)].process)].playing
  }

  /// The first of a process's sessions; `none` where it has none.
  func first(of process: ProcessID) -> Slot {
    index[process].map { records[Int($0)].first } ?? .none
  }

  /// The next session of the same process.
  func next(after slot: Slot) -> Slot { members[Int(slot.index)].next }

  /// Takes a session into its process; it plays nothing yet, or `update` has said so.
  mutating func enlist(_ slot: Slot, _ process: ProcessID) {
    while members.count <= slot.index { members.append(Member()) }
    let number = number(of: process)
    let first = records[Int(number)].first
    members[Int(slot.index)] = Member(process: number, next: first)
    if first != .none { members[Int(first.index)].previous = slot }
    records[Int(number)].first = slot
  }

  /// Takes a session that doesn't play out of its process, and forgets a process without any.
  mutating func delist(_ slot: Slot, _ process: ProcessID) {
    let member = members[Int(slot.index)]
    if member.next != .none { members[Int(member.next.index)].previous = member.previous }
    if member.previous != .none {
      members[Int(member.previous.index)].next = member.next
    } else {
      records[Int(member.process)].first = member.next
    }
    if records[Int(member.process)].first == .none {
      index[process] = nil
      free.append(member.process)
    }
    members[Int(slot.index)] = Member()
  }

  /// Takes `before`'s part away and adds `after`'s.
  mutating func update(_ slot: Slot, _ before: Session, _ after: Session) {
    count(slot, before, -1)
    if before.owner.process != after.owner.process {
      delist(slot, before.owner.process)
      enlist(slot, after.owner.process)
    }
    count(slot, after, 1)
  }

  private mutating func count(_ slot: Slot, _ session: Session, _ sign: Int32) {
    if session.silencesSystemSounds { silencing += sign }
    guard session.isPlaying else { return }
    let process = Int(members[Int(slot.index)].process)
    playing += sign
    records[process].playing += sign
    guard session.isHintSource else { return }
    let wasSource = records[process].hintSources > 0
    records[process].hintSources += sign
    let isSource = records[process].hintSources > 0
    if wasSource != isSource { hints.toggle(session.owner.process, isSource: isSource) }
  }

  private mutating func number(of process: ProcessID) -> Int32 {
    if let known = index[process] { return known }
    let number: Int32
    if let reused = free.popLast() {
      number = reused
      records[Int(number)] = Record()
    } else {
      number = Int32(records.count)
      records.append(Record())
    }
    index[process] = number
    return number
  }
}

/// The processes with non-mixable sound, as far as the hint needs to know them: how many, and which
/// one if there is just one (R45).
struct HintSources: Equatable, BitwiseCopyable {
  private(set) var count: Int32 = 0
  /// The numbers of all of them, combined so that one alone can be read back.
  private var combined: UInt64 = 0

  mutating func toggle(_ process: ProcessID, isSource: Bool) {
    count += isSource ? 1 : -1
    combined ^= process.number
  }

  /// The only one; nil if there are none or several.
  var only: ProcessID? { count == 1 ? ProcessID(combined) : nil }

  /// Whether a session of `process` should silence its secondary audio.
  func silence(_ process: ProcessID) -> Bool {
    switch count {
    case 0: false
    case 1: combined != process.number
    default: true
    }
  }
}
