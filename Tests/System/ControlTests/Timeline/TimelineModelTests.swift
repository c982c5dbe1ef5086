import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import ControlCore
@testable import ControlTimeline

/// Who was in which condition, when and why, according to decisions.
struct TimelineModelTests {
  private typealias Story = TimelineStory

  @Test func `each condition is told with its length, its cause and its rule`() {
    let model = Story.call.model(until: 15)
    #expect(
      model.sentences(of: "music") == [
        "music: playing, 10:00:01.500 to 10:00:04.240 (2.7 s)",
        "music: ducked to 20 % (−14 dB) by navigation (R59 ducking.exclusive), "
          + "10:00:04.240 to 10:00:08.002 (3.8 s)",
        "music: playing, 10:00:08.002 to 10:00:09.100 (1.1 s)",
        "music: interrupted by phone (R59 phoneCall.exclusive), "
          + "10:00:09.100 to 10:00:12.000 (2.9 s)",
        "music: playing, since 10:00:12.200 (2.8 s so far)",
      ]
    )
    #expect(
      model.sentences(of: "phone") == [
        "phone: playing and recording, 10:00:09.100 to 10:00:12.000 (2.9 s)"
      ]
    )
    #expect(
      model.sentences(of: "dictation") == [
        "dictation (session 4) activates: refused, insufficientPriority, by phone (R7 R34), "
          + "10:00:10.100"
      ]
    )
    #expect(model.system.map(\.what) == ["the daemon started"])
    let lives = model.lanes.map { [$0.opened, $0.closed].map { $0.map { $0 - Story.start } } }
    #expect(
      lives == [
        [1_000_000, nil], [3_000_000, nil], [9_000_000, 14_000_000], [10_000_000, nil],
      ]
    )
    #expect(model.gaps == [])
    #expect(
      Words.summary(model)
        == "4 sessions, 13 decisions, 1 interruption, 1 time ducked, 1 refusal."
    )
  }

  @Test func `a session before its first decision: unknown, unless the list has it`() {
    var story = Story(after: 40)
    let ducked = Story.session(1, "music", state: "active", playing: true, gain: 0.5, by: [9])
    story.decide(1, Story.activates(1), "R12 R16", changes: [ducked])
    story.decide(5, Story.activates(2), changes: [Story.session(2, "late", state: "active")])
    let known = [
      ducked, Story.session(2, "late"),
      Story.session(9, "voice", state: "active", playing: true), Story.session(3, "idle"),
    ]
    let model = story.model(until: 6, known: known, asOf: 41)
    #expect(
      model.sentences(of: "music") == [
        "music: ducked to 50 % (−6 dB) by voice (R16), since 10:00:01.000 (5 s so far)"
      ]
    )
    #expect(
      model.sentences(of: "late") == [
        "late: active, but neither playing nor recording, since 10:00:05.000 (1 s so far)"
      ]
    )
    #expect(
      model.sentences(of: "voice") == ["voice: playing, since 10:00:01.000 (5 s so far)"]
    )
    #expect(model.lanes.filter { !$0.isEventful }.map(\.name) == ["idle"])
    let without = story.model(until: 6)
    #expect(
      without.sentences(of: "late") == [
        "late: unknown, because nothing is recorded, 10:00:01.000 to 10:00:05.000 (4 s)",
        "late: active, but neither playing nor recording, since 10:00:05.000 (1 s so far)",
      ]
    )
  }

  @Test func `missing decisions are gaps, and after them is what the daemon then told`() {
    var story = Story()
    let music = Story.session(1, "music", state: "active", playing: true)
    let voice = Story.session(2, "voice", state: "active", playing: true)
    story.decide(0, ["event": "started"], "R49")
    story.decide(1, Story.opens(1), changes: [Story.session(1, "music")])
    story.decide(1.5, Story.activates(1), changes: [music])
    story.decide(2, Story.opens(2), changes: [Story.session(2, "voice")])
    story.decide(4, Story.activates(2), number: 7)
    story.append(.lagged(from: 8, to: 20, sessions: [voice]))
    story.decide(9, Story.deactivates(2), changes: [Story.session(2, "voice")], number: 21)
    let model = story.model(until: 10)
    #expect(
      model.gaps.map { "\($0.what): \(seconds($0.begin)) to \(seconds($0.end))" } == [
        "decisions 5 to 6 aren't recorded: 2.0 to 4.0",
        "decisions 8 to 20 weren't recorded: 4.0 to 9.0",
      ]
    )
    #expect(
      model.sentences(of: "music") == [
        "music: playing, 10:00:01.500 to 10:00:04.000 (2.5 s)",
        "music: unknown, because nothing is recorded, 10:00:04.000 to 10:00:09.000 (5 s)",
      ]
    )
    #expect(model.lanes.first?.closed.map(seconds) == 9)
  }

  @Test(arguments: [true, false])
  func `R1, R49: a restart ends all sessions, and numbers begin again`(isTold: Bool) {
    var story = Story()
    let music = Story.session(1, "music", state: "active", playing: true)
    story.decide(0, ["event": "started"], "R49", epoch: "a")
    story.decide(1, Story.opens(1), changes: [Story.session(1, "music")], epoch: "a")
    story.decide(2, Story.activates(1), changes: [music], epoch: "a")
    story.decide(4, Story.cause("session.report", 1), epoch: "a")
    if isTold { story.append(.restarted(at: nil)) }
    story.decide(5, ["event": "started"], "R49", number: 1, epoch: "b")
    let voice = Story.session(1, "voice", state: "active", playing: true)
    story.decide(6, Story.activates(1), changes: [voice], epoch: "b")
    let model = story.model(until: 7)
    #expect(model.lanes.map(\.key) == [.init(run: 0, number: 1), .init(run: 1, number: 1)])
    #expect(model.lanes.map { $0.closed.map(seconds) } == [5, nil])
    #expect(
      model.sentences(of: "music") == [
        "music: playing, 10:00:02.000 to 10:00:04.000 (2 s)",
        "music: unknown, because nothing is recorded, 10:00:04.000 to 10:00:05.000 (1 s)",
      ]
    )
    #expect(
      model.system.map(\.what) == [
        "the daemon started", "the daemon was restarted: all sessions ended",
        "the daemon started",
      ]
    )
    #expect(model.gaps == [])
    story.append(.stopped(at: Story.moment(8)))
    #expect(story.model(until: 9).lanes.map { $0.closed.map(seconds) } == [5, 8])
  }

  @Test func `muting, the silent switch and evictions: named as the reason of a change`() {
    var story = Story()
    story.decide(0, ["event": "started"], "R49")
    for number in UInt64(1)...3 {
      let session = Story.session(number, "s\(number)", state: "active", playing: true)
      story.decide(Double(number), Story.activates(number), changes: [session])
    }
    let muted = Story.session(1, "s1", state: "interrupted", reason: "builtInMicMuted")
    story.decide(4, ["method": "system.setMicrophoneMuted"], "R43 R13", changes: [muted])
    let silent = Story.session(2, "s2", state: "active", playing: true, gain: 0)
    story.decide(5, ["method": "system.setSilenced"], "R62", changes: [silent])
    let evict: JSONValue = ["method": "session.evict", "session": 3, "note": "too loud"]
    story.decide(6, evict, "R48", changes: [Story.session(3, "s3")], closed: [3])
    let model = story.model(until: 7)
    #expect(
      ["s1", "s2", "s3"].map { model.sentences(of: $0).last } == [
        "s1: interrupted: the microphone was muted (R43), since 10:00:04.000 (3 s so far)",
        "s2: silenced by the silent switch (R62), since 10:00:05.000 (2 s so far)",
        "s3 (session 3) is evicted (too loud) (R48), 10:00:06.000",
      ]
    )
    #expect(
      model.system.map(\.what) == [
        "the daemon started", "the microphone was muted or unmuted",
        "the silent switch was turned on or off",
      ]
    )
  }

  @Test func `sessions of one name have their numbers, and zones their order`() {
    var story = Story()
    story.decide(0, ["event": "started"], "R49")
    let zones: [(UInt64, String?)] = [(1, "kitchen"), (2, nil), (3, "bath"), (4, "kitchen")]
    for (number, zone) in zones {
      let session = Story.session(number, "mpd", state: "active", zone: zone)
      story.decide(Double(number), Story.activates(number), changes: [session])
    }
    let model = story.model(until: 5)
    #expect(model.lanes.map(\.key.number) == [3, 1, 4, 2])
    #expect(model.labels.values.sorted() == (1...4).map { "mpd (session \($0))" })
  }

  @Test func `a part of a timeline begins in the condition of its time`() {
    let model = Story.call.model(until: 15)
    let part = model.clipped(from: Story.moment(5), to: Story.moment(9.5))
    #expect(
      part.sentences(of: "music") == [
        "music: ducked to 20 % (−14 dB) by navigation (R59 ducking.exclusive), "
          + "10:00:05.000 to 10:00:08.002 (3 s)",
        "music: playing, 10:00:08.002 to 10:00:09.100 (1.1 s)",
        "music: interrupted by phone (R59 phoneCall.exclusive), "
          + "10:00:09.100 to 10:00:09.500 (400 ms)",
      ]
    )
    #expect(part.lanes.map(\.name) == ["music", "navigation", "phone"])
    #expect(part.rows.map(\.decision) == [6, 7, 8])
    #expect(model.moment(ofDecision: 6) == Story.moment(8.002))
    let later = model.clipped(from: Story.moment(20), to: nil)
    #expect([later.begin, later.end] == [model.end, model.end])
  }

  @Test func `a filter chooses lanes and decisions`() {
    let model = Story.call.model(until: 15)
    func chosen(_ filter: SessionFilter) -> [String?] {
      model.filtered(by: filter).lanes.map(\.name)
    }
    #expect(chosen(SessionFilter()).count == 4)
    #expect(chosen(SessionFilter(sessions: ["phone", "1"])) == ["music", "phone"])
    #expect(chosen(SessionFilter(states: [.interrupted])) == ["music"])
    #expect(chosen(SessionFilter(zones: ["kitchen"])) == [])
    let part = model.filtered(by: SessionFilter(sessions: ["dictation"]))
    #expect(part.rows.map(\.decision) == [9, 10])
    #expect(part.system == model.system)
  }

  private func seconds(_ moment: Int64) -> Double {
    Double(moment - Story.start) / 1_000_000
  }
}
