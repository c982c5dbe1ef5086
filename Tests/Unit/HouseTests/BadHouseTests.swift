import AudioSessionJSON
import HouseSimulation
import TestSupport
import Testing

/// Houses in which everything fails that can, at random, in virtual time.
struct BadHouseTests {
  /// The longest time for which a session may be heard elsewhere after its end: the lease, and the time
  /// after which it is said again.
  private static let longestLife = Duration.seconds(20)

  /// A house, and what is known of its sessions without asking the bridges.
  private final class Trial {
    var random: SplitMix64
    let house: SimulatedHouse
    /// The sessions that play, by machine and number.
    var playing: [Int: Set<UInt64>] = [:]
    /// When sessions ended of which leases may be left, by the leases' names.
    var ended: [String: Duration] = [:]
    var faults: [String] = []

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      let count = Int.random(in: 2...5, using: &random)
      house = SimulatedHouse(count, .good, seed: seed ^ 1)
      house.check = { [unowned self] in check($0) }
    }

    var machines: Range<Int> { house.machines.indices }

    /// What a session is called where it stands for itself elsewhere.
    private func leaseName(_ session: UInt64, on number: Int) -> String {
      let machine = house.machines[number]
      return "house/\(machine.node)/\(machine.epoch)/\(session)"
    }

    private func end(_ sessions: Set<UInt64>, on number: Int) {
      for session in sessions { ended[leaseName(session, on: number)] = house.now }
    }

    /// No lease outlives what it stands for, and none stands for a lease.
    private func check(_ number: Int) {
      for lease in house.machines[number].leases {
        let name = lease["lease"]?["leaseName"]?.string ?? "?"
        let alive = machines.contains { other in
          house.machines[other].isBridgeAlive
            && (playing[other] ?? []).contains { leaseName($0, on: other) == name }
        }
        guard !alive else { continue }
        guard let end = ended[name] else {
          faults.append("\(house.now): \(name) on \(number) stands for no session that there was")
          continue
        }
        if house.now - end > BadHouseTests.longestLife {
          faults.append("\(house.now): \(name) on \(number) ended at \(end)")
        }
      }
    }

    func takeStep() {
      let number = Int.random(in: machines, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<6:
        let kind = ["alarm", "phoneCall", "assistant", "normal"].randomElement(using: &random)
        playing[number, default: []].insert(house.play(kind ?? "normal", on: number))
      case 6..<10:
        guard let session = (playing[number] ?? []).sorted().randomElement(using: &random) else {
          return
        }
        end([session], on: number)
        playing[number]?.remove(session)
        house.close(session, on: number)
      case 10..<12: house.cut(number)
      case 12..<15: house.mend(number)
      case 15:
        guard house.machines[number].isBridgeAlive else { return }
        end(playing[number] ?? [], on: number)
        house.killBridge(number)
      case 16, 17: if !house.machines[number].isBridgeAlive { house.startBridge(number) }
      case 18:
        end(playing[number] ?? [], on: number)
        playing[number] = []
        house.restartDaemon(number, keepsConnections: Bool.random(using: &random))
      default:
        house.restartBroker(after: .milliseconds(Int.random(in: 1...20_000, using: &random)))
      }
    }

    func mendEverything() {
      house.wires = .good
      for number in machines {
        house.mend(number)
        if !house.machines[number].isBridgeAlive { house.startBridge(number) }
      }
    }

    /// Where the daemons' decisions differ from those of the second implementation of the rules.
    var differences: [String] {
      house.machines.flatMap { machine in machine.differences.map { "\(machine.node): \($0)" } }
    }

    /// What is left that lowers or interrupts somebody, or stands for somebody.
    var leftovers: [String] {
      house.machines.flatMap { machine in
        machine.sessions.filter { $0["lease"]?["leaseName"] != nil || $0["gain"]?.double != 1 }
          .map { "\(machine.node): \($0.text)" }
      }
    }
  }

  @Test(arguments: 0..<8)
  func `wires, bridges, daemons and the broker fail: nothing outlives its origin`(round: Int) {
    let seed = seed() &+ UInt64(round)
    let trial = Trial(seed: seed)
    let house = trial.house
    for _ in 0..<40 {
      house.wires = .init(
        delay: .zero ... .milliseconds(Int.random(in: 1...1_500, using: &trial.random)),
        loss: [0, 0, 0.05, 0.3].randomElement(using: &trial.random) ?? 0,
        duplication: 0.1,
        reordering: 0.1
      )
      for _ in 0..<5 {
        trial.takeStep()
        house.run(for: .milliseconds(Int.random(in: 1...8_000, using: &trial.random)))
      }
    }
    #expect(trial.faults == [], "seed \(seed)")
    #expect(trial.differences == [], "seed \(seed)")
    trial.mendEverything()
    house.run(for: .seconds(30))
    // Everybody hears the alarm, unless a call there has the better right to what is heard.
    for (number, sessions) in trial.playing {
      for session in sessions { house.close(session, on: number) }
    }
    trial.playing = [:]
    house.run(for: .seconds(21))
    #expect(trial.leftovers == [], "seed \(seed)")
    let alarm = house.play("alarm", on: 0)
    trial.playing[0] = [alarm]
    house.run(for: .seconds(1))
    let hearing = trial.machines.dropFirst().filter { number in
      house.machines[number].leases.map { $0["state"]?.string } == ["active"]
    }
    #expect(hearing == Array(trial.machines.dropFirst()), "seed \(seed)")
    for number in trial.machines { house.killBridge(number) }
    trial.faults = []
    house.run(for: .seconds(16))
    #expect(house.retained == [], "seed \(seed)")
    #expect(trial.differences == [], "seed \(seed)")
  }
}
