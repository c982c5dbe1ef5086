import AudioSessionJSON
import GraphTestSupport
import House
import TestSupport
import TestTraits
import Testing

/// Two rooms of a house, by ear: music plays in the kitchen, and an alarm goes on in the study.
///
/// Each has a PipeWire, a daemon, an agent and a bridge of its own, and a wire to the mosquitto
/// between them. One test after the other, since they measure time.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(
    if: HeadlessGraph.isAvailable && canRunBridges(),
    "\(HeadlessGraph.reason), mosquitto and the trait MQTT"
  )
)
struct RoomsSoundTests {
  /// A lease, and the time after which all is said again: nothing stays silent for longer.
  private static let limit = HouseSettings.lease + HouseSettings.refresh
  /// By how many dB music that was given back may differ from what it was.
  private static let tolerance = 1.0
  /// By how many dB it is lower at least while it is silent.
  private static let depth = 60.0

  /// What fails while the alarm goes on.
  enum Fault: String, CaseIterable, Sendable {
    case studyCut = "the study's wire is cut"
    case studyStalled = "the study's wire carries nothing"
    case kitchenCut = "the kitchen's wire is cut"
    case kitchenStalled = "the kitchen's wire carries nothing"
    case kitchenKilled = "the kitchen's bridge is killed"
  }

  @Test func `music is silent while an alarm goes on in another room, and is back after it`() throws
  {
    let rooms = try Rooms()
    for room in [rooms.study, rooms.kitchen] {
      room.machine.wire.become(Wire.Manner(delay: 0...200, duplication: 0.2))
    }
    let begun = Moment.now
    let alarm = try rooms.study.machine.play("wake", "alarm")
    let silent = try rooms.hearSilence(from: begun) - begun
    // A lease that nobody renews runs out in this time.
    let during = try rooms.loudest(for: Self.limit)
    #expect(during < rooms.before - Self.depth)
    let ended = Moment.now
    try rooms.study.machine.close(alarm)
    let back = try rooms.hearMusic(from: ended) - ended
    let after = try rooms.level()
    #expect(abs(after - rooms.before) < Self.tolerance)
    print(
      "alarm elsewhere: \(rooms.before) dB, silent after \(silent), at most \(during) dB for"
        + " \(Self.limit); back after \(back), \(after) dB"
    )
  }

  @Test(arguments: Fault.allCases)
  func `whatever fails while the alarm goes on: music is back in time, and obeys once it is mended`(
    fault: Fault
  ) throws {
    let rooms = try Rooms()
    let study = rooms.study.machine
    let alarm = try study.play("wake", "alarm")
    try rooms.hearSilence()
    let during = try rooms.loudest(for: .milliseconds(500))
    #expect(during < rooms.before - Self.depth)
    let failed = Moment.now
    try rooms.perform(fault)
    let back = try rooms.hearMusic(from: failed) - failed
    let after = try rooms.level()
    print(
      "\(fault.rawValue): \(rooms.before) dB, at most \(during) dB; back after \(back), \(after) dB"
    )
    #expect(back < Self.limit, "\(fault.rawValue)")
    #expect(abs(after - rooms.before) < Self.tolerance)
    #expect(try study.session(alarm)["state"] == "active")

    try rooms.mend()
    try rooms.hearSilence()
    try study.close(alarm)
    let end = try rooms.level()
    #expect(abs(end - rooms.before) < Self.tolerance)
  }
}

extension RoomsSoundTests {
  /// A machine with a loudspeaker, and an agent with the rules that are shipped.
  private final class SoundRoom {
    let graph: HeadlessGraph
    let machine: Room
    private let agent: TestAgent

    init(_ name: String, _ broker: TestBroker) throws {
      graph = try HeadlessGraph()
      machine = try Room(name, broker)
      let rules = try Checkout.text("config/audiosession-agent.conf")
      agent = try TestAgent(in: graph, of: machine.daemon, rules)
      try machine.waitUntilConnected()
    }
  }

  /// Both rooms, with music in one of them by a player that asks nobody.
  private final class Rooms {
    let study: SoundRoom
    let kitchen: SoundRoom
    /// How loud the music is as its player plays it, in dBFS.
    let before: Double
    private let broker: TestBroker
    private let recording: Recording
    private let player: RunningProgram

    init() throws {
      broker = try TestBroker()
      study = try SoundRoom("study", broker)
      let kitchen = try SoundRoom("kitchen", broker)
      self.kitchen = kitchen
      recording = try kitchen.graph.record()
      player = try kitchen.graph.start("pw-play", [kitchen.graph.toneFile(seconds: 180)])
      // It may be a chime until it has lasted.
      try Condition.wait("the player as music") {
        try kitchen.machine.sessions().contains {
          $0["category"] == "playback" && $0["state"] == "active"
        }
      }
      // The file's amplitude is a quarter.
      let begin = try recording.hear(Pitch.music, in: -12.5 ... -11.5, lasting: 40)
      before = try recording.level(of: Pitch.music, begin..<begin + .milliseconds(200))
    }

    /// Waits until the music is as loud as its player plays it.
    ///
    /// - Parameters:
    ///   - start: Before it nothing counts.
    ///   - count: How many windows in a row, every 5 ms, have to be so.
    /// - Returns: When it began to be.
    /// - Throws: That it isn't.
    @discardableResult
    func hearMusic(
      from start: Duration = Moment.now,
      lasting count: Int = 10
    ) throws -> Duration {
      let wanted = before - RoomsSoundTests.tolerance...before + RoomsSoundTests.tolerance
      return try recording.hear(Pitch.music, in: wanted, lasting: count, from: start)
    }

    /// Waits until the alarm counts in the kitchen, and nothing is heard of the music there.
    ///
    /// - Parameter start: Before it nothing counts.
    /// - Returns: When the silence began.
    /// - Throws: That it didn't.
    @discardableResult
    func hearSilence(from start: Duration = Moment.now) throws -> Duration {
      try kitchen.machine.waitForLeases(["study: wake, active"])
      let wanted = Level.silence...before - RoomsSoundTests.depth
      // For longer than a busy machine makes a gap.
      return try recording.hear(Pitch.music, in: wanted, lasting: 40, from: start)
    }

    /// The loudest 10 ms of the music from now on, for a while, in dBFS.
    func loudest(for length: Duration) throws -> Double {
      let now = Moment.now
      let levels = try recording.levels(of: Pitch.music, now..<now + length)
      return try #require(levels.map(\.decibels).max(), "nothing was recorded")
    }

    /// How loud the music is, in dBFS, once a busy machine makes no gap in it for 200 ms.
    func level() throws -> Double {
      let begin = try hearMusic(lasting: 40)
      return try recording.level(of: Pitch.music, begin..<begin + .milliseconds(200))
    }

    func perform(_ fault: Fault) throws {
      switch fault {
      case .studyCut: study.machine.wire.become(Wire.Manner(state: .cut))
      case .studyStalled: study.machine.wire.become(Wire.Manner(state: .stalled))
      case .kitchenCut: kitchen.machine.wire.become(Wire.Manner(state: .cut))
      case .kitchenStalled: kitchen.machine.wire.become(Wire.Manner(state: .stalled))
      case .kitchenKilled: try kitchen.machine.killBridge()
      }
    }

    func mend() throws {
      for room in [study, kitchen] { room.machine.wire.become(.good) }
      if kitchen.machine.bridge == nil { try kitchen.machine.startBridge() }
    }
  }
}
