import AudioSessionArbitration
import AudioSessionTypes
import Testing

/// Very many sessions: what is kept of each other's, and what is listed of it.
struct ManySessionsTests {
  private var arbiter = Arbiter()
  private var decision = Decision()

  /// A session in a process of its own, active.
  private mutating func play(_ number: UInt64, _ options: CategoryOptions = []) {
    var change = ConfigurationChange()
    change.category = .playback
    change.options = options
    let owner = Owner(process: ProcessID(number), user: UserID(1000))
    apply(
      .open(
        Opening(
          id: SessionID(number),
          owner: owner,
          scope: Scope(ApplicationID(number)),
          change: change,
          grants: .none
        )
      )
    )
    activate(number)
  }

  private mutating func activate(_ number: UInt64) {
    apply(.activate(SessionID(number), grants: .none))
  }

  private mutating func leave(_ number: UInt64, notifying: Bool = true) {
    apply(.deactivate(SessionID(number), notifyOthers: notifying))
  }

  private mutating func apply(_ event: Event) {
    arbiter.apply(event, at: Instant(nanoseconds: 0), into: &decision)
  }

  private func blockers(of number: UInt64, limit: Int = .max) -> (list: [UInt64], leftOut: Int) {
    var list: [SessionID] = []
    let leftOut = arbiter.blockers(of: SessionID(number), into: &list, limit: limit)
    return (list.map(\.number), leftOut)
  }

  private var ended: [UInt64: Bool] {
    decision.effects.reduce(into: [:]) { ended, entry in
      if case .ended(let id, let shouldResume) = entry.0 { ended[id.number] = shouldResume }
    }
  }

  @Test mutating func `R28: a session waits for 64 others at most`() {
    for number in 1...100 as ClosedRange<UInt64> { play(number) }
    #expect(blockers(of: 1).list == Array(2...65))
    #expect(blockers(of: 90).list == Array(91...100))
    #expect(blockers(of: 1, limit: 3).list == [2, 3, 4])
    #expect(blockers(of: 1, limit: 3).leftOut == 61)
  }

  @Test mutating func `R28: when those have gone, it waits for who plays now`() {
    for number in 1...100 as ClosedRange<UInt64> { play(number) }
    for number in 2...65 as ClosedRange<UInt64> { leave(number) }
    #expect(arbiter.view(of: SessionID(1))?.state == .interrupted)
    #expect(blockers(of: 1).list == [100])
    // 99 and those before it wait, too; the last one's leave frees them all, in one decision.
    leave(100)
    #expect(ended[1] == false && ended[99] == true)
    #expect(arbiter.view(of: SessionID(1))?.state == .inactive)
  }

  @Test mutating func `R24: with nobody left who plays, it is told to resume`() {
    for number in 1...70 as ClosedRange<UInt64> { play(number) }
    for number in 66...70 as ClosedRange<UInt64> { leave(number) }
    for number in 2...64 as ClosedRange<UInt64> { leave(number) }
    #expect(ended.isEmpty)
    leave(65)
    #expect(ended == [1: true])
  }

  @Test mutating func `R18: who lowers a session is listed as far as there is room`() {
    play(1, [.mixWithOthers])
    for number in 2...50 as ClosedRange<UInt64> { play(number, [.duckOthers]) }
    var list: [SessionID] = []
    #expect(arbiter.duckers(of: SessionID(1), into: &list, limit: 32) == 17)
    #expect(list.count == 32 && list == list.sorted())
    #expect(arbiter.duckers(of: SessionID(1), into: &list, limit: 49) == 0)
    #expect(list.map(\.number) == Array(2...50))
    leave(1)
    #expect(arbiter.duckers(of: SessionID(1), into: &list, limit: 49) == 0)
    #expect(list.isEmpty)
  }
}
