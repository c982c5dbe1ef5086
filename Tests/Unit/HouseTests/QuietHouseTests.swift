import AudioSessionJSON
import House
import HouseSimulation
import TestSupport
import Testing

/// Houses whose wires are good, in virtual time: each machine decides for itself, by the daemon's own
/// code.
struct QuietHouseTests {
  /// The states of a machine's sessions that stand for others'.
  private func imports(_ house: SimulatedHouse, _ number: Int) -> [String] {
    house.machines[number].leases.map {
      "\($0["name"]?.string ?? "?") \($0["priority"]?.string ?? "?") \($0["state"]?.string ?? "?")"
    }
  }

  private func gain(_ session: UInt64, _ house: SimulatedHouse, _ number: Int) -> Double? {
    house.machines[number].sessions
      .first { $0["session"]?.integer == Int64(session) }?["gain"]?.double
  }

  private func state(_ session: UInt64, _ house: SimulatedHouse, _ number: Int) -> String? {
    house.machines[number].sessions
      .first { $0["session"]?.integer == Int64(session) }?["state"]?.string
  }

  @Test func `an alarm interrupts the music of every room within a second, and is over with it`() {
    let house = SimulatedHouse(3, .good, seed: 1)
    house.run(for: .seconds(1))
    let music = house.play("normal", on: 1)
    let alarm = house.play("alarm", on: 0)
    house.run(for: .seconds(1))
    #expect(imports(house, 0) == [])
    #expect(imports(house, 1) == ["node-0: alarm alarm active"])
    #expect(imports(house, 2) == ["node-0: alarm alarm active"])
    #expect(state(music, house, 1) == "interrupted")
    // It is said again and again, and stays.
    house.run(for: .seconds(60))
    #expect(imports(house, 2) == ["node-0: alarm alarm active"])
    house.close(alarm, on: 0)
    house.run(for: .seconds(1))
    #expect(imports(house, 1) + imports(house, 2) == [])
  }

  @Test(arguments: 0..<20)
  func `two alarms at once: one of them is heard everywhere, and then the other`(seed: UInt64) {
    let house = SimulatedHouse(3, .good, seed: seed)
    house.run(for: .seconds(1))
    let alarms = (0..<2).map { house.play("alarm", on: $0) }
    house.run(for: .seconds(1))
    let states = (0..<2).map { state(alarms[$0], house, $0) }
    #expect(states == ["active", "interrupted"] || states == ["interrupted", "active"])
    let winner = states == ["active", "interrupted"] ? 0 : 1
    let heard = house.machines[2].leases.filter { $0["state"]?.string == "active" }
    #expect(heard.map { $0["name"]?.string } == ["node-\(winner): alarm"])
    house.close(alarms[winner], on: winner)
    house.run(for: .seconds(1))
    house.resume(alarms[1 - winner], on: 1 - winner)
    house.run(for: .seconds(1))
    for other in [winner, 2] {
      #expect(imports(house, other) == ["node-\(1 - winner): alarm alarm active"])
    }
  }

  @Test func `ordinary music is nobody else's business`() {
    let house = SimulatedHouse(2, .good, seed: 1)
    _ = house.play("normal", on: 0)
    house.run(for: .seconds(20))
    #expect(imports(house, 1) == [])
    #expect(!house.retained.contains { $0.contains("/session/") })
  }

  @Test func `a call in the study lowers the kitchen`() {
    let house = SimulatedHouse(2, .good, seed: 1)
    let music = house.play("normal", on: 1)
    let call = house.play("phoneCall", on: 0)
    house.run(for: .seconds(1))
    #expect(gain(music, house, 1).map { $0 < 0.3 } == true)
    house.close(call, on: 0)
    house.run(for: .seconds(1))
    #expect(gain(music, house, 1) == 1)
  }

  @Test func `a bridge that dies: the others forget its machine after three seconds`() {
    let house = SimulatedHouse(2, .good, seed: 1)
    _ = house.play("alarm", on: 0)
    house.run(for: .seconds(1))
    house.killBridge(0)
    house.run(for: .seconds(2))
    #expect(imports(house, 1).count == 1)
    house.run(for: .seconds(2))
    #expect(imports(house, 1) == [])
  }

  @Test func `a wire that is cut for two seconds interrupts nothing`() {
    let house = SimulatedHouse(2, .good, seed: 1)
    _ = house.play("alarm", on: 0)
    house.run(for: .seconds(1))
    var least = 1
    house.check = { _ in least = min(least, house.machines[1].leases.count) }
    house.cut(0)
    house.run(for: .seconds(2))
    house.mend(0)
    house.run(for: .seconds(20))
    #expect(least == 1)
  }

  @Test func `a wire that stays cut: the lease is over after its time`() {
    let house = SimulatedHouse(2, .good, seed: 1)
    _ = house.play("alarm", on: 0)
    house.run(for: .seconds(1))
    house.cut(1)
    house.run(for: .seconds(16))
    #expect(imports(house, 1) == [])
    house.mend(1)
    house.run(for: .seconds(6))
    #expect(imports(house, 1).count == 1)
  }

  @Test func `all that dies leaves nothing at the broker and in the daemons`() {
    let house = SimulatedHouse(3, .good, seed: 1)
    _ = house.play("alarm", on: 0)
    house.run(for: .seconds(1))
    for number in 0..<3 { house.killBridge(number) }
    house.run(for: .seconds(20))
    #expect(house.retained == [])
    #expect((0..<3).flatMap { imports(house, $0) } == [])
  }

  @Test
  func `a daemon that dies takes its sessions out of the house, and takes in the others' again`() {
    let house = SimulatedHouse(2, .good, seed: 1)
    _ = house.play("alarm", on: 0)
    _ = house.play("phoneCall", on: 1)
    house.run(for: .seconds(1))
    house.restartDaemon(0)
    house.run(for: .seconds(1))
    #expect(imports(house, 1) == [])
    house.run(for: .seconds(5))
    #expect(imports(house, 0).count == 1)
  }

  @Test func `a daemon that is restarted on the same connections: the same`() {
    let house = SimulatedHouse(2, .good, seed: 1)
    _ = house.play("alarm", on: 0)
    house.run(for: .seconds(1))
    house.restartDaemon(1, keepsConnections: true)
    house.run(for: .seconds(1))
    #expect(imports(house, 1) == ["node-0: alarm alarm active"])
    house.restartDaemon(0, keepsConnections: true)
    house.run(for: .seconds(1))
    #expect(imports(house, 1) == [])
    #expect(!house.retained.contains { $0.contains("/session/") })
    _ = house.play("alarm", on: 0)
    house.run(for: .seconds(1))
    #expect(imports(house, 1) == ["node-0: alarm alarm active"])
  }

  @Test func `a broker that dies and forgets: all is said again`() {
    let house = SimulatedHouse(3, .good, seed: 1)
    _ = house.play("alarm", on: 0)
    house.run(for: .seconds(1))
    house.restartBroker(after: .seconds(1))
    house.run(for: .seconds(2))
    #expect(imports(house, 1).count == 1 && imports(house, 2).count == 1)
  }

  @Test func `what was imported is never exported`() {
    let house = SimulatedHouse(3, .good, seed: 1)
    _ = house.play("alarm", on: 0)
    house.run(for: .seconds(30))
    #expect(house.retained.filter { $0.contains("/session/") }.count == 1)
    for number in 0..<3 {
      #expect(house.machines[number].leases.count == (number == 0 ? 0 : 1))
    }
  }
}
