import AudioSessionArbitration
import AudioSessionTypes
import Testing

/// A decision's squares of the pair table: each of the 169, alone and with others.
struct CellSetTests {
  private static let squares = Kind.builtIn.flatMap { row in
    Kind.builtIn.map { Cell(row, $0) }
  }

  @Test func `each square is kept, and no other`() {
    #expect(CellSetTests.squares.count == 169)
    for square in CellSetTests.squares {
      var set = CellSet()
      set.insert(square)
      #expect(set.cells == [square])
      set.insert(square)
      #expect(set.cells == [square])
    }
  }

  @Test func `sets are joined square by square`() {
    for square in CellSetTests.squares {
      var (one, others) = (CellSet(), CellSet())
      one.insert(square)
      for other in CellSetTests.squares where other != square { others.insert(other) }
      #expect(others.cells == CellSetTests.squares.filter { $0 != square })
      others.formUnion(one)
      #expect(others.cells == CellSetTests.squares)
    }
  }

  @Test func `squares of roles are kept beside those of kinds`() {
    let role = Kind(rawValue: 13)
    let squares = [Cell(.exclusive, role), Cell(.alarm, .alarm), Cell(role, .exclusive)]
    var (one, other) = (CellSet(), CellSet())
    for square in squares.reversed() { one.insert(square) }
    for square in squares { other.insert(square) }
    one.insert(squares[0])
    #expect(one.cells == squares)
    #expect(one == other)
    #expect(one.contains(squares[2]))
    var union = CellSet()
    union.insert(Cell(.exclusive, role))
    #expect(union != one)
    union.formUnion(one)
    #expect(union == one)
  }

  /// Every square with every outcome that does something, under a policy of just that.
  @Test(arguments: squares)
  func `R59: a decision names the square that it rests on, and no other`(_ square: Cell) {
    for outcome in Outcome.allCases where outcome != .mix {
      var policy = Policy()
      policy.playbackDuringPhoneCall = false
      policy.overrides = [
        Policy.Override(nil, nil, .mix),
        Policy.Override(
          Int(square.newcomer.rawValue),
          Int(square.current.rawValue),
          outcome
        ),
      ]
      var arbiter = Arbiter(policy: policy)
      var decision = Decision()
      for (number, kind) in [(UInt64(1), square.current), (2, square.newcomer)] {
        let owner = Owner(process: ProcessID(number), user: UserID(1000))
        let open = Event.open(
          Opening(
            id: SessionID(number),
            owner: owner,
            scope: Scope(ApplicationID(number)),
            change: CellSetTests.configuration(of: kind),
            grants: .all
          )
        )
        arbiter.apply(open, at: Instant(nanoseconds: 0), into: &decision)
        let activate = Event.activate(SessionID(number), grants: .all)
        arbiter.apply(activate, at: Instant(nanoseconds: 0), into: &decision)
      }
      // The microphone is the call's before any square is asked (R7).
      let isRefusedBefore = square == Cell(.recording, .phoneCall)
      let name = "\(arbiter.kindNames[square])=\(outcome.rawValue)"
      #expect(decision.cells.cells == (isRefusedBefore ? [] : [square]), "\(name)")
      #expect(arbiter.view(of: SessionID(2))?.kind == square.newcomer)
    }
  }

  /// A configuration of the kind.
  private static func configuration(of kind: Kind) -> ConfigurationChange {
    var change = ConfigurationChange()
    change.category = .playback
    switch kind {
    case .exclusive: break
    case .spoken: change.mode = .spokenAudio
    case .mixable: change.options = .mixWithOthers
    case .mixableSpoken:
      change.mode = .spokenAudio
      change.options = .mixWithOthers
    case .ducking: change.options = .duckOthers
    case .interruptingSpoken: change.options = .interruptSpokenAudioAndMixWithOthers
    case .duckingInterruptingSpoken:
      change.options = [.duckOthers, .interruptSpokenAudioAndMixWithOthers]
    case .assistant: change.priority = .assistant
    case .alarm: change.priority = .alarm
    case .ringtone: change.priority = .ringtone
    case .phoneCall: change.priority = .phoneCall
    case .recording: change.category = .playAndRecord
    default: change.role = .named(kind)
    }
    return change
  }
}
