import AudioSessionClient
import House
import HouseSimulation
import TestSupport
import Testing

/// One headset in a house of several machines, in virtual time.
struct DeviceTests {
  private static let headset = HouseName("headset")

  private func house(
    _ count: Int,
    _ wires: SimulatedHouse.Wires = .good,
    seed: UInt64 = 1
  )
    -> SimulatedHouse
  {
    let house = SimulatedHouse(count, wires, seed: seed, device: Self.headset)
    house.run(for: .seconds(1))
    return house
  }

  /// The machines to which the headset is connected.
  private func holders(_ house: SimulatedHouse) -> [Int] {
    house.machines.indices.filter { house.machines[$0].hasDevice }
  }

  private func news(_ house: SimulatedHouse, _ number: Int) -> [String] {
    house.machines[number].takeNews().map {
      "\($0.state.rawValue) \($0.hasChanged) \($0.holder ?? "-")"
    }
  }

  @Test func `who began last has it, the other is told, and the house knows`() {
    let house = house(3)
    house.begin(0)
    house.run(for: .seconds(1))
    #expect(holders(house) == [0] && news(house, 0) == ["held true -"])
    house.begin(1)
    house.run(for: .seconds(2))
    #expect(holders(house) == [1])
    #expect(news(house, 0) == ["lost false node-1"] && news(house, 1) == ["held true -"])
    #expect(house.machines.map { $0.deviceHolder } == ["node-1", "node-1", "node-1"])
    house.run(for: .seconds(60))
    #expect(holders(house) == [1] && news(house, 0) == [])
    // The first wants it back.
    house.begin(0)
    house.run(for: .seconds(2))
    #expect(holders(house) == [0] && news(house, 1) == ["lost false node-0"])
  }

  @Test func `it is given up before the other connects it`() {
    let house = house(2)
    house.begin(0)
    house.run(for: .seconds(1))
    house.begin(1)
    var isShared = false
    house.check = { _ in if holders(house).count > 1 { isShared = true } }
    house.run(for: .seconds(5))
    #expect(holders(house) == [1] && !isShared)
  }

  @Test func `what its programs have left stays here until another machine wants it`() {
    let house = house(2)
    house.begin(0)
    house.run(for: .seconds(1))
    house.leave(0)
    house.run(for: .seconds(60))
    #expect(holders(house) == [0] && news(house, 0) == ["held true -"])
    house.begin(1)
    house.run(for: .seconds(2))
    #expect(holders(house) == [1] && news(house, 0) == [])
  }

  @Test func `what is held is had at once, and has not changed`() {
    let house = house(2)
    house.begin(0)
    house.run(for: .seconds(1))
    house.begin(0)
    house.run(for: .milliseconds(1))
    #expect(news(house, 0) == ["held true -", "held false -"])
  }

  @Test func `without a broker each machine is alone, and then the later one has it`() {
    let house = house(2)
    house.cut(0)
    house.run(for: .seconds(1))
    house.begin(0)
    house.run(for: .seconds(1))
    #expect(holders(house) == [0])
    house.begin(1)
    house.run(for: .seconds(1))
    #expect(holders(house) == [0, 1])
    house.mend(0)
    house.run(for: .seconds(10))
    // Both have turn 1; that of the later name is greater.
    #expect(holders(house) == [1] && news(house, 0).last == "lost false node-1")
  }

  @Test func `a bridge that is killed keeps nobody waiting for long`() {
    let house = house(2)
    house.begin(0)
    house.run(for: .seconds(1))
    house.killBridge(0)
    house.begin(1)
    house.run(for: .seconds(6))
    #expect(holders(house) == [1])
    house.startBridge(0)
    house.run(for: .seconds(30))
    #expect(holders(house) == [1] && !house.retained.contains { $0.contains("node-0/claim") })
  }

  @Test func `two begin at the same moment: one of them has it, and both agree`() {
    let house = house(3)
    house.begin(0)
    house.begin(2)
    house.begin(1)
    house.run(for: .seconds(8))
    #expect(holders(house) == [2])
    #expect(house.machines.map { $0.deviceHolder } == ["node-2", "node-2", "node-2"])
  }

  @Test(arguments: 0..<8)
  func `over bad wires, too, who began last has it, and nobody else`(seed: UInt64) {
    let bad = SimulatedHouse.Wires(
      delay: .milliseconds(1) ... .milliseconds(900),
      loss: 0.05,
      duplication: 0.2,
      reordering: 0.2
    )
    var random = SplitMix64(seed: seed)
    let house = house(4, bad, seed: seed)
    for _ in 0..<40 {
      let number = Int.random(in: 0..<4, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: house.leave(number)
      case 1: house.cut(number)
      case 2: house.mend(number)
      case 3:
        house.killBridge(number)
        house.startBridge(number)
      case 4: house.restartBroker(after: .seconds(1))
      default: house.begin(number)
      }
      house.run(for: .milliseconds(Int.random(in: 0..<4_000, using: &random)))
    }
    for number in 0..<4 { house.mend(number) }
    house.wires = .good
    house.run(for: .seconds(40))
    house.begin(3)
    house.run(for: .seconds(10))
    #expect(holders(house) == [3], "seed \(seed)")
    #expect(house.machines.allSatisfy { $0.deviceHolder == "node-3" }, "seed \(seed)")
    #expect(house.retained.count { $0.contains("/claim/") } == 1, "seed \(seed)")
  }
}
