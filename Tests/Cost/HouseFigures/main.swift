import Foundation
import HouseSimulation

// Prints what a house of so many machines costs, in virtual time: the daemon's and the bridge's own
// decisions, a broker in memory, and wires of several kinds.

/// A house of a size, over wires of a kind.
private struct Trial {
  let machines: Int
  let wires: SimulatedHouse.Wires

  /// What was seen of it.
  struct Figures {
    /// Messages a second that the broker receives and sends, without and with an alarm.
    var atRest: (received: Double, sent: Double)
    var inAlarm: (received: Double, sent: Double)
    /// The time until the alarm is heard in all rooms; nil: not within a minute.
    var spread: Duration?
    /// By how much this process has grown for each machine's daemon and bridge, in kilobytes.
    var kilobytes: Double
  }

  func run(seed: UInt64) -> Figures {
    let before = residentKilobytes()
    let house = SimulatedHouse(machines, wires, seed: seed)
    house.run(for: .seconds(10))
    let atRest = rate(of: house)
    _ = house.play("alarm", on: 0)
    let start = house.now
    var spread: Duration?
    while spread == nil, house.now - start < .seconds(60) {
      house.run(for: .milliseconds(5))
      if (1..<machines).allSatisfy({ !house.machines[$0].leases.isEmpty }) {
        spread = house.now - start
      }
    }
    house.run(for: .seconds(10))
    let inAlarm = rate(of: house)
    let kilobytes = (residentKilobytes() - before) / Double(machines)
    return Figures(atRest: atRest, inAlarm: inAlarm, spread: spread, kilobytes: kilobytes)
  }

  /// Over half a minute, which is six times what is said again.
  private func rate(of house: SimulatedHouse) -> (received: Double, sent: Double) {
    let (received, sent) = (house.messagesReceived, house.messagesSent)
    house.run(for: .seconds(30))
    return (
      Double(house.messagesReceived - received) / 30, Double(house.messagesSent - sent) / 30
    )
  }
}

/// What this process has of memory.
private func residentKilobytes() -> Double {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
  return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1024
}

private let kinds: [(name: String, wires: SimulatedHouse.Wires)] = [
  ("1 to 20 ms", .good),
  ("10 to 500 ms", .init(delay: .milliseconds(10) ... .milliseconds(500))),
  (
    "10 to 500 ms, 5 % lost, 5 % twice, 5 % overtaken",
    .init(
      delay: .milliseconds(10) ... .milliseconds(500),
      loss: 0.05,
      duplication: 0.05,
      reordering: 0.05
    )
  ),
]

/// Prints a line at once: the large houses take minutes.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

say("| machines | a message takes | at rest: in, out | alarm: in, out | heard everywhere |")
say("| --- | --- | --- | --- | --- |")
/// The first house of the greatest size: the memory of a later one is that of an earlier one.
private var largest: Trial.Figures?
for machines in [3, 30, 1_000] {
  for kind in kinds {
    let seen = Trial(machines: machines, wires: kind.wires).run(seed: 1)
    if machines == 1_000, largest == nil { largest = seen }
    let spread = seen.spread.map {
      "\(($0 / .milliseconds(1)).formatted(.number.precision(.fractionLength(0)))) ms"
    }
    let cells = [
      "\(machines)", kind.name, rates(seen.atRest), rates(seen.inAlarm), spread ?? "–",
    ]
    say("| \(cells.joined(separator: " | ")) |")
  }
}

if let largest {
  say("Memory of a machine's daemon and bridge: \(Int(largest.kilobytes.rounded())) KB")
}

/// Messages a second.
private func rates(_ rates: (received: Double, sent: Double)) -> String {
  String(format: "%.1f, %.1f /s", rates.received, rates.sent)
}
