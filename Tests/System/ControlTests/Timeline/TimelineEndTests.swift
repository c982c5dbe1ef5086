import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import ControlTimeline
@testable import ControlCore

/// A daemon that ends while not everything is known about its sessions.
struct TimelineEndTests {
  private typealias Story = TimelineStory

  private static let music = Story.session(1, "music", state: "active", playing: true)
  private static let voice = Story.session(2, "voice", state: "active", playing: true)

  /// Decisions of a daemon that has been running for long.
  private static func running() -> Story {
    var story = Story(after: 40)
    story.decide(1, Story.activates(1), changes: [music])
    return story
  }

  @Test func `a session of which only the list tells ends with its daemon, and is told once`() {
    var story = Self.running()
    // Its farewell, and then the end of the connection.
    story.append(.stopped(at: Story.moment(3)))
    story.append(.stopped(at: Story.moment(4)))
    let model = story.model(until: 9, known: [Self.music, Self.voice], asOf: 41)
    #expect(model.sentences(of: "voice") == ["voice: playing, 10:00:01.000 to 10:00:03.000 (2 s)"])
    #expect(model.lanes.map { $0.closed.map(seconds) } == [3, 3])
    #expect(model.system.map { "\($0.what): \(seconds($0.moment))" } == ["the daemon stopped: 3.0"])
  }

  @Test func `a session known only from the list: ends with its daemon at a restart`() {
    var story = Self.running()
    story.append(.stopped(at: Story.moment(3)))
    story.append(.restarted(at: nil))
    story.decide(5, ["event": "started"], "R49", number: 1)
    let model = story.model(until: 9, known: [Self.voice], asOf: 41)
    #expect(model.sentences(of: "voice") == ["voice: playing, 10:00:01.000 to 10:00:03.000 (2 s)"])
  }

  @Test func `before the first decision after missing ones nothing is told`() {
    var story = Story()
    story.append(.lagged(from: 1, to: 40, sessions: [Self.music]))
    story.decide(5, Story.activates(2), changes: [Self.voice], number: 41)
    let model = story.model(until: 6)
    #expect(model.begin == Story.moment(5))
    let begins = model.lanes.flatMap { $0.spans.map(\.begin) }
    #expect(!begins.isEmpty && begins.allSatisfy { $0 == Story.moment(5) })
  }

  @Test func `sessions listed after a restart and a gap: belong to the new daemon`() {
    var story = Self.running()
    story.append(.restarted(at: nil))
    story.append(.lagged(from: 1, to: 4, sessions: [Self.voice]))
    story.decide(5, Story.deactivates(2), changes: [Story.session(2, "voice")], number: 5)
    let model = story.model(until: 6)
    #expect(model.lanes.map(\.key) == [.init(run: 0, number: 1), .init(run: 1, number: 2)])
    #expect(model.lanes.map { $0.closed.map(seconds) } == [5, nil])
  }

  @Test func `missing decisions at a daemon's end belong to it`() {
    var story = Self.running()
    story.append(.lagged(from: 42, to: 50, sessions: [Self.voice]))
    story.append(.stopped(at: Story.moment(3)))
    story.decide(5, ["event": "started"], "R49", number: 1)
    let model = story.model(until: 6)
    #expect(model.lanes.map(\.key) == [.init(run: 0, number: 1), .init(run: 0, number: 2)])
    #expect(model.lanes.map { $0.closed.map(seconds) } == [3, 3])
    #expect(model.gaps.map { [seconds($0.begin), seconds($0.end)] } == [[1, 3]])
  }

  @Test func `after missing decisions, who is seen first may have been there before`() {
    var story = Story()
    story.decide(0, ["event": "started"], "R49")
    story.decide(2, Story.activates(1), changes: [Self.music], number: 9)
    let lane = story.model(until: 3).lanes.first
    #expect(lane.map { $0.opened } == .some(nil))
  }

  private func seconds(_ moment: Int64) -> Double {
    Double(moment - Story.start) / 1_000_000
  }
}
