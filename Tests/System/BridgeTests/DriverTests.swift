import AudioSessionJSON
import Foundation
import House
import TestSupport
import TestTraits
import Testing

/// Three rooms in which everything fails at random: wires, bridges, daemons and the broker, killed and
/// stopped.
@Suite(.besideThePool(.players)) struct DriverTests {
  /// For how long: half a minute, or `HOUSE_SECONDS`.
  private static let duration = Duration.seconds(
    ProcessInfo.processInfo.environment["HOUSE_SECONDS"].flatMap { Int($0) } ?? 30
  )
  /// A lease, the time after which all is said again, and what a busy machine takes.
  private static let longestLife = Duration.seconds(15 + 5 + 2)

  /// What happens, and what is known of it without asking the bridges.
  private final class Driver {
    var random: SplitMix64
    let broker: TestBroker
    let rooms: [Room]
    /// The sessions that play, by room and name.
    var playing: [Int: [String: JSONValue]] = [:]
    /// When sessions ended, by the names of the leases that stand for them.
    var ended: [String: ContinuousClock.Instant] = [:]
    var stopped: [(ContinuousClock.Instant, () -> Void)] = []
    var faults: [String] = []
    private var count = 0

    init(seed: UInt64) throws {
      random = SplitMix64(seed: seed)
      let broker = try TestBroker()
      self.broker = broker
      rooms = try ["study", "kitchen", "hall"].map { try Room($0, broker, seed: seed) }
    }

    private func end(_ name: String, _ number: Int) {
      ended["\(rooms[number].name): \(name)"] = .now
    }

    func takeStep() throws {
      let number = Int.random(in: rooms.indices, using: &random)
      switch Int.random(in: 0..<24, using: &random) {
      // Fewer than a connection may have.
      case 0..<8 where playing[number, default: [:]].count < 8: try play(number)
      case 0..<12: try closeOne(number)
      case 12..<15: rooms[number].wire.become(manner())
      case 15, 16: rooms[number].wire.become(.good)
      case 17: try rooms[number].killBridge()
      case 18, 19: if rooms[number].bridge == nil { try rooms[number].startBridge() }
      case 20: pause(rooms[number].bridge)
      case 21:
        for name in (playing[number] ?? [:]).keys { end(name, number) }
        playing[number] = [:]
        try rooms[number].restartDaemon()
      case 22: try broker.restart()
      default: pause(broker.process)
      }
    }

    private func play(_ number: Int) throws {
      count += 1
      let kind = ["alarm", "phoneCall", "normal"].randomElement(using: &random) ?? "normal"
      let name = "\(kind) \(count)"
      playing[number, default: [:]][name] = try rooms[number].playIfPossible(name, kind)
    }

    private func closeOne(_ number: Int) throws {
      guard let name = (playing[number] ?? [:]).keys.sorted().randomElement(using: &random),
        let session = playing[number]?.removeValue(forKey: name)
      else { return }
      try rooms[number].close(session)
      end(name, number)
    }

    private func manner() -> Wire.Manner {
      let delays = [0...50, 0...500, 500...2_000]
      return Wire.Manner(
        delay: delays.randomElement(using: &random) ?? 0...0,
        duplication: 0.2,
        state: [.whole, .whole, .stalled, .cut].randomElement(using: &random) ?? .whole
      )
    }

    /// Stops a process, for up to eight seconds.
    private func pause(_ process: ChildProcess?) {
      guard let process else { return }
      process.send(SIGSTOP)
      let time = Duration.milliseconds(Int.random(in: 100...8_000, using: &random))
      stopped.append((.now + time, { process.send(SIGCONT) }))
    }

    func goOn(all: Bool = false) {
      for (time, goOn) in stopped where all || time <= .now { goOn() }
      stopped.removeAll { all || $0.0 <= .now }
    }

    /// No lease outlives what it stands for, and none is a lease of a lease.
    func check() throws {
      for room in rooms {
        for lease in try room.leases() {
          let name = String(lease.prefix { $0 != "," })
          if name.filter({ $0 == ":" }).count > 1 { faults.append("\(room.name) has \(lease)") }
          guard let end = ended[name], ContinuousClock.now - end > DriverTests.longestLife else {
            continue
          }
          faults.append("\(room.name) has \(lease), \(ContinuousClock.now - end) after its end")
        }
      }
    }

    func mendEverything() throws {
      goOn(all: true)
      for room in rooms {
        room.wire.become(.good)
        if room.bridge == nil { try room.startBridge() }
      }
    }

    /// Has everything end, and waits until nobody is lowered or interrupted; then an alarm begins in each
    /// room in turn.
    ///
    /// - Returns: The longest time until one is active in all rooms.
    /// - Throws: What was waited for in vain.
    func longestWayOfAlarms() throws -> Duration {
      try mendEverything()
      for number in rooms.indices {
        while playing[number]?.isEmpty == false { try closeOne(number) }
      }
      try Condition.wait("everybody to be left alone") { try leftovers() == [] }
      try waitUntilConnected()
      var longest = Duration.zero
      for room in rooms {
        let others = rooms.filter { $0 !== room }
        let start = ContinuousClock.now
        let alarm = try room.play("wake", "alarm")
        for other in others { try other.waitForLeases(["\(room.name): wake, active"]) }
        longest = max(longest, .now - start)
        try room.close(alarm)
        for other in others { try other.waitForLeases([]) }
      }
      print("alarms were active in every room after at most \(longest)")
      return longest
    }

    /// Waits until all are connected, and have been for longer than it takes either side to notice that a
    /// connection is dead, and to make another: 7.5 and 5 seconds.
    private func waitUntilConnected() throws {
      var start = ContinuousClock.now
      try Condition.wait("connections that last", within: .seconds(90)) {
        if !rooms.allSatisfy(\.isConnected) { start = .now }
        return .now - start > .seconds(13)
      }
    }

    /// What is left that lowers or interrupts somebody, or stands for somebody.
    private func leftovers() throws -> [String] {
      try rooms.flatMap { room in
        try room.leases() + room.sessions().filter { $0["gain"]?.double != 1 }.map { $0.text }
      }
    }
  }

  @Test(.enabled(if: canRunBridges(), "needs mosquitto and the trait MQTT"))
  func `everything fails at random: nothing outlives its origin by more than its time`() throws {
    let seed = seed()
    let driver = try Driver(seed: seed)
    let end = ContinuousClock.now + Self.duration
    var (next, calm) = (ContinuousClock.now, ContinuousClock.now + .seconds(60))
    var longest = Duration.zero
    while .now < end {
      driver.goOn()
      if next <= .now {
        try driver.takeStep()
        next = .now + .milliseconds(Int.random(in: 20...1_500, using: &driver.random))
      }
      try driver.check()
      if calm <= .now {
        longest = max(longest, try driver.longestWayOfAlarms())
        calm = .now + .seconds(60)
      }
      usleep(20_000)
    }
    #expect(driver.faults == [], "seed \(seed)")
    longest = max(longest, try driver.longestWayOfAlarms())
    print("the longest of all: \(longest)")
    for room in driver.rooms { try room.killBridge() }
    try Condition.wait("the broker to forget") { try driver.broker.retained() == [] }
  }
}
