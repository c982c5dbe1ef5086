import AudioSessionJSON
import AudioSessionWire
import TestSupport
import Testing

@testable import ControlCore
@testable import ControlTimeline

/// Nothing covers anything else, however much there is.
struct TimelineLayoutTests {
  private typealias Story = TimelineStory

  private func layout(_ model: Model) -> Layout {
    Layout(model, .utc(at: model.end))
  }

  @Test func `bars stand side by side, as high as the gain, with words where there is space`() {
    let music = layout(Story.call.model(until: 15)).machines[0].zones[0].lanes[0]
    #expect(
      music.bars.map { "\($0.look) \($0.level) \(Int($0.left))+\(Int($0.width)) \($0.text ?? "")" }
        == [
          "playing 1.0 108+169 playing", "ducked 0.2 278+232 −14 dB", "playing 1.0 511+67 playing",
          "interrupted 0.0 578+179 interrupted", "playing 1.0 770+173 playing",
        ]
    )
    #expect(music.title == "music")
    #expect(music.details == "session 1 · playback · player[7]")
  }

  @Test func `changes too close together to be told apart: drawn as one bar`() {
    var story = Story.steady
    story.decide(101, Story.opens(1), changes: [Story.session(1, "nervous")])
    for step in 0..<20 {
      let isPlaying = step % 2 == 0
      let session = Story.session(1, "nervous", state: "active", playing: isPlaying)
      story.decide(102 + Double(step) / 1000, Story.activates(1), changes: [session])
    }
    story.decide(110, Story.deactivates(1), changes: [Story.session(1, "nervous")])
    let bars = layout(story.model(until: 120)).machines[0].zones[0].lanes[1].bars
    #expect(bars.map(\.look) == [.crowded, .silent])
    #expect(
      bars.first?.sentence
        == "nervous: changed 19 times, 10:01:42.000 to 10:01:42.019 (19 ms)"
    )
  }

  @Test func `refusals that are close together are one sign, which tells the first of them`() {
    var story = Story.steady
    story.decide(101, Story.opens(1), changes: [Story.session(1, "eager")])
    let refused: JSONValue = [
      "method": "session.activate", "session": 1, "error": "insufficientPriority",
    ]
    for step in 0..<8 { story.decide(105 + Double(step) / 100, refused, "R7") }
    story.decide(112, refused, "R7")
    let signs = layout(story.model(until: 120)).machines[0].zones[0].lanes[1].signs
    #expect(signs.map(\.sentences.count) == [8, 1])
    #expect(signs.first?.sentence.hasSuffix("10:01:45.040; and 3 more") ?? false)
  }

  @Test func `sessions that were never active share a line`() {
    var story = Story()
    story.decide(0, ["event": "started"], "R49")
    for number in UInt64(1)...80 {
      story.decide(1, Story.opens(number), changes: [Story.session(number, "s\(number)")])
    }
    let session = Story.session(7, "s7", state: "active", playing: true)
    story.decide(2, Story.activates(7), changes: [session])
    let zone = layout(story.model(until: 3)).machines[0].zones[0]
    #expect(zone.lanes.map(\.title) == ["s7"])
    #expect(zone.quiet?.hasPrefix("79 sessions never active: s1, s2, s3, s4, s5, s6, s8,") ?? false)
    #expect(zone.quiet?.hasSuffix("…") ?? false)
  }

  @Test func `R55: with 300 sessions and a full log nothing overlaps`() throws {
    let seed = seed()
    let model = Story.crowd(seed: seed).model(until: 4000)
    let layout = layout(model)
    let lanes = layout.machines[0].zones.flatMap(\.lanes)
    #expect(layout.measures == .compact)
    #expect(lanes.count > 100, "seed=\(seed)")
    let height = layout.measures.title + layout.measures.bar
    for (one, next) in zip(lanes, lanes.dropFirst()) {
      #expect(next.top >= one.top + height, "seed=\(seed)")
    }
    for lane in lanes {
      for (one, next) in zip(lane.bars, lane.bars.dropFirst()) {
        #expect(next.left >= one.left + one.width - 0.001, "seed=\(seed) \(one) \(next)")
      }
      for (one, next) in zip(lane.signs, lane.signs.dropFirst()) where one.kind == next.kind {
        #expect(next.place - one.place >= 13, "seed=\(seed)")
      }
      let ends = lane.bars.map { $0.left + $0.width }
      #expect(ends.allSatisfy { $0 <= layout.width }, "seed=\(seed)")
    }
    #expect(lanes.last.map { $0.top + height <= layout.height } ?? false)
  }
}

extension TimelineStory {
  /// A session that plays and pauses at a steady pace for a hundred seconds.
  fileprivate static var steady: TimelineStory {
    var story = TimelineStory()
    story.decide(0, ["event": "started"], "R49")
    for step in 1...50 {
      let session = session(9, "clock", state: "active", playing: step % 2 == 0)
      story.decide(Double(step) * 2, activates(9), changes: [session])
    }
    return story
  }

  /// Two hundred sessions in four zones that do something, in bursts; more are idle.
  static func crowd(seed: UInt64) -> TimelineStory {
    var random = SplitMix64(seed: seed)
    var story = TimelineStory(after: 5000)
    var time = 0.0
    let zones = [nil, "kitchen", "bath", "garden"]
    let pauses: [Double] = [0.001, 0.2, 1, 3, 30]
    let gains: [Double] = [1, 1, 0.2, 0.5]
    let states = ["active", "active", "interrupted", "inactive"]
    for _ in 0..<1024 {
      time += pauses.randomElement(using: &random) ?? 1
      let number = UInt64.random(in: 1...200, using: &random)
      let other = UInt64.random(in: 1...200, using: &random)
      let zone = zones[Int(number) % 4]
      let name = "\(["mpd", "navigation", "voice", "alarm"][Int(number) % 3]) \(number)"
      let state = states.randomElement(using: &random) ?? "active"
      let depth = gains.randomElement(using: &random) ?? 1
      let gain = state == "active" ? depth : 1
      let session = session(
        number,
        name,
        state: state,
        playing: Bool.random(using: &random),
        recording: number % 7 == 0,
        gain: gain,
        by: gain < 1 || state == "interrupted" ? [other] : [],
        zone: zone
      )
      if Int.random(in: 0..<12, using: &random) == 0 {
        let refused: JSONValue = [
          "method": "session.activate", "session": .number("\(number)"),
          "error": "insufficientPriority", "blocker": .number("\(other)"),
        ]
        story.decide(time, refused, "R7")
      } else if Int.random(in: 0..<8, using: &random) == 0 {
        let idle = UInt64.random(in: 201...300, using: &random)
        story.decide(time, opens(idle), "R4", changes: [self.session(idle, "idle \(idle)")])
      } else {
        story.decide(time, activates(number), "R12 R59 exclusive.exclusive", changes: [session])
      }
    }
    return story
  }
}
