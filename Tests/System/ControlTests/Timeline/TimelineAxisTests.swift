import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import audiosessionctl
@testable import ControlCore
@testable import ControlTimeline

/// A clock that is set back while decisions are recorded.
struct TimelineAxisTests {
  private typealias Story = TimelineStory

  /// The clock jumps forward by 38 days, and is set back after ten seconds.
  private static var jump: TimelineStory {
    let days = 38.0 * 86_400
    var story = Story()
    let music = Story.session(1, "music", state: "active", playing: true)
    let voice = Story.session(2, "voice", "ducking", state: "active", playing: true)
    let ducked = Story.session(1, "music", state: "active", playing: true, gain: 0.2, by: [2])
    story.decide(0, ["event": "started"], "R49")
    story.decide(1, Story.activates(1), changes: [music])
    story.decide(days + 5, Story.cause("session.report", 1))
    story.decide(15, Story.activates(2), "R16", changes: [voice, ducked])
    story.decide(17, Story.deactivates(2), changes: [Story.session(2, "voice"), music])
    story.decide(20, Story.deactivates(1), changes: [Story.session(1, "music")])
    return story
  }

  @Test func `decisions after the clock was set back: shown at their time, after a break`() {
    let model = Self.jump.model(until: 22)
    #expect(
      model.sentences(of: "voice") == [
        "voice: playing, 2026-11-21 10:00:15.000 to 2026-11-21 10:00:17.000 (2 s)"
      ]
    )
    #expect(
      model.sentences(of: "music").suffix(2) == [
        "music: ducked to 20 % (−14 dB) by voice (R16), "
          + "2026-11-21 10:00:15.000 to 2026-11-21 10:00:17.000 (2 s)",
        "music: playing, 2026-11-21 10:00:17.000 to 2026-11-21 10:00:20.000 (3 s)",
      ]
    )
    #expect(model.gaps.map(\.what) == ["the clock was set back by 37 d 23 h"])
    let words = Words(model, .utc(at: Story.moment(22)))
    #expect(words.period == "2026-11-21 10:00:00 to 10:00:22, UTC")
    #expect(
      model.gaps.map { [words.time($0.begin), words.time($0.end)] } == [
        ["2026-12-29 10:00:05.000", "2026-11-21 10:00:15.000"]
      ]
    )
    #expect(
      Words.summary(model)
        == "2 sessions, 6 decisions, 0 interruptions, 1 time ducked, 0 refusals."
    )
  }

  @Test func `the picture has the times of both sides, and so has JSON`() {
    let model = Self.jump.model(until: 22)
    let layout = Layout(model, .utc(at: Story.moment(22)))
    #expect(
      layout.ticks.map(\.text) == [
        "10:00:00", "10:00:01", "10:00:15", "10:00:16", "10:00:17", "10:00:18", "10:00:19",
        "10:00:20", "10:00:21",
      ]
    )
    #expect(layout.machines[0].gaps.count == 1)
    let spans = model.json["lanes"]?.array?.last?["spans"]?.array ?? []
    #expect(
      spans.map { [$0["begin"]?.string, $0["end"]?.string] }.first == [
        "2026-11-21T10:00:15.000000Z", "2026-11-21T10:00:17.000000Z",
      ]
    )
  }

  @Test func `a time that was twice is the latest`() throws {
    let model = Self.jump.model(until: 22)
    let clock = Clock.utc(at: Story.moment(22))
    let since = try Command(
      Invocation(["timeline", "-o", "x.svg", "--since", "2026-11-21 10:00:16"]),
      clock,
      isTerminal: false
    )
    let part = since.part(of: model)
    #expect(part.rows.map(\.decision) == [5, 6])
    #expect(Words(part, clock).time(part.begin) == "2026-11-21 10:00:16.000")
    // Before the break, it was only once.
    let early = try Command(
      Invocation(["timeline", "-o", "x.svg", "--since", "2026-11-21 10:00:01"]),
      clock,
      isTerminal: false
    )
    #expect(early.part(of: model).rows.map(\.decision) == [2, 3, 4, 5, 6])
  }

  @Test func `a clock that is only corrected makes no break`() {
    var story = Story()
    let music = Story.session(1, "music", state: "active", playing: true)
    story.decide(5, ["event": "started"], "R49")
    story.decide(6, Story.activates(1), changes: [music])
    story.decide(5.5, Story.deactivates(1), changes: [Story.session(1, "music")])
    story.decide(7, Story.activates(1), changes: [music])
    let model = story.model(until: 0)
    let seconds = model.rows.map { Double($0.moment - Story.start) / 1_000_000 }
    #expect(seconds == [5, 6, 6, 7])
    #expect(model.gaps == [])
    #expect(model.lanes[0].spans.allSatisfy { $0.begin < $0.end || $0.isOpen })
  }
}
