import AudioSessionJSON
import AudioSessionWire
import TestSupport
import Testing

@testable import ControlCore
@testable import ControlTimeline

/// Machines come in the order in which they are named; nothing else depends on it.
struct TimelineOrderTests {
  @Test func `files in any order: the same groups, lanes, times and rows`() {
    let seed = seed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let count = Int.random(in: 2...5, using: &random)
      let recordings = (0..<count).map { index in
        let inputs = TimelineStory.life(&random).inputs
        return MachineRecording(machine: "m\(index)", inputs: inputs)
      }
      let model = Model.of(recordings)
      let other = Model.of(recordings.shuffled(using: &random))
      let clock = Clock.utc(at: model.end)
      let (layout, shuffled) = (Layout(model, clock), Layout(other, clock))
      #expect(other.machines.sorted() == model.machines, "seed=\(seed)")
      #expect(groups(of: shuffled) == groups(of: layout), "seed=\(seed)")
      #expect(shuffled.ticks == layout.ticks, "seed=\(seed)")
      #expect(shuffled.cuts == layout.cuts, "seed=\(seed)")
      #expect(
        [shuffled.title, shuffled.summary, "\(shuffled.height)"]
          == [layout.title, layout.summary, "\(layout.height)"],
        "seed=\(seed)"
      )
      #expect(other.rows == model.rows, "seed=\(seed)")
      for machine in model.machines {
        let rows = model.rows.filter { $0.machine == machine }.compactMap(\.decision)
        #expect(rows == model.part(of: machine).rows.compactMap(\.decision), "seed=\(seed)")
        #expect(other.part(of: machine) == model.part(of: machine), "seed=\(seed)")
      }
    }
  }

  /// The machines by name, as if each were at the top.
  private func groups(of layout: Layout) -> [Layout.Machine] {
    layout.machines.map { machine in
      var group = machine
      group.top = 0
      group.lanesTop -= machine.top
      group.bottom -= machine.top
      group.system?.top -= machine.top
      for zone in group.zones.indices {
        group.zones[zone].top -= machine.top
        group.zones[zone].quietTop -= machine.top
        for lane in group.zones[zone].lanes.indices {
          group.zones[zone].lanes[lane].top -= machine.top
        }
      }
      return group
    }.sorted { $0.title ?? "" < $1.title ?? "" }
  }
}

extension TimelineStory {
  /// What a few sessions did, with missing decisions, restarts, and a clock that may be set back.
  fileprivate static func life(_ random: inout SplitMix64) -> TimelineStory {
    var story = TimelineStory(after: UInt64.random(in: 0...3, using: &random))
    var time = Double(Int.random(in: 0...20, using: &random))
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      time += [0, 0.01, 0.5, 3, 40, -30].randomElement(using: &random) ?? 1
      let number = UInt64.random(in: 1...5, using: &random)
      let other = UInt64.random(in: 1...5, using: &random)
      let state = ["active", "interrupted", "inactive"].randomElement(using: &random) ?? "active"
      let session = session(
        number,
        "s\(number % 3)",
        state: state,
        playing: Bool.random(using: &random),
        by: state == "interrupted" ? [other] : [],
        zone: [nil, "a", "b"][Int(number) % 3],
        lease: number == 4 ? "house/m0/e/\(other)" : nil
      )
      switch Int.random(in: 0..<12, using: &random) {
      case 0: story.append(.stopped(at: Bool.random(using: &random) ? moment(time) : nil))
      case 1:
        let refused: JSONValue = [
          "method": "session.activate", "session": .number("\(number)"), "error": "x",
          "blocker": .number("\(other)"),
        ]
        story.decide(time, refused, "R7")
      case 2:
        let close = cause("session.close", number)
        story.decide(time, close, changes: [session], closed: [number])
      case 3: story.decide(time, activates(number), changes: [session], number: 5)
      default: story.decide(time, activates(number), changes: [session])
      }
    }
    return story
  }
}
