import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import audiosessionctl
@testable import ControlCore
@testable import ControlTimeline

/// What a timeline can be read from, and what the verb refuses.
struct TimelineRecordingTests {
  private static let decision =
    #"{"method":"server.decision","params":{"epoch":"0000000000000000000000000000000a","seq":3,"#
    + #""at":"2026-11-21T10:00:01.500000Z","cause":{"event":"offerLapsed"},"rules":[],"cells":[],"changes":[],"closed":[]}}"#

  private func read(_ lines: [String]) -> Result<Recording, Failure> {
    Result { () throws(Failure) in
      try Recording(Array(lines.joined(separator: "\n").utf8), name: "f\u{7}.txt")
    }
  }

  private func complaint(_ lines: String...) -> String? {
    guard case .failure(let failure) = read(lines) else { return nil }
    return failure.message
  }

  @Test(arguments: [(7, 8), (UInt64.max, nil)] as [(UInt64, Int64?)])
  func `the log is read up to a decision, however great its number`(
    last: UInt64,
    before: Int64?
  ) throws {
    var asked: [JSONValue] = []
    _ = try Source.log(Canned.listing([]), upTo: last) { parameters in
      asked.append(parameters)
      return LogResult(decisions: [], more: false)
    }
    #expect(asked.map { $0["before"]?.integer } == [before])
  }

  @Test func `a recording has decisions, gaps and restarts, and how monitor ended`() throws {
    let recording = try read([
      Self.decision, "", #"{"method":"events.lagged","params":{"from":4,"to":9,"sessions":[]}}"#,
      #"{"method":"mediaServices.wereLost","params":{}}"#,
      #"{"method":"mediaServices.wereReset","params":{}}"#,
      #"{"method":"session.later","params":{}}"#, #"{"error":{"name":"disconnected"}}"#, "",
    ]).get()
    let value = try JSONValue(parsing: Self.decision)["params"] ?? .null
    let entry: LogEntry = try #require(value.received())
    #expect(
      recording.inputs == [
        .decision(entry, epoch: Epoch(high: 0, low: 10), at: 1_795_255_201_500_000),
        .lagged(from: 4, to: 9, sessions: []), .stopped(at: nil), .restarted(at: nil),
      ]
    )
    #expect(!recording.isCut)
  }

  @Test func `a log is read as well, and a line that a crash has cut`() throws {
    let entry = #"{"seq":3,"at":"2026-11-21T10:00:01.500000Z","changes":[]}"#
    let log = #"{"decisions":[\#(entry)],"more":false}"#
    let recording = try read([log, Self.decision.dropLast(20) + ""]).get()
    #expect(recording.inputs.count == 1)
    #expect(recording.isCut)
  }

  @Test func `text that isn't a recording: refused with its file and line`() {
    let expected = "expected a line that `monitor -j` or `log -j` printed"
    #expect(complaint("music") == #"f\u{7}.txt:1: \#(expected)"#)
    #expect(complaint(Self.decision, "[]", Self.decision) == #"f\u{7}.txt:2: \#(expected)"#)
    #expect(complaint(Self.decision, #"{"a":1}"#) == #"f\u{7}.txt:2: \#(expected)"#)
    #expect(
      complaint("")
        == #"f\u{7}.txt: expected what `monitor -j` or `log -j` prints, found nothing"#
    )
    #expect(
      complaint(#"{"method":"server.decision","params":{"seq":3}}"#)
        == #"f\u{7}.txt:1: the decision has no time, because the daemon was older than this "#
        + #"program; expected the member "at""#
    )
  }

  @Test func `the options of a picture have to fit together`() {
    let rows: [(line: [String], message: String?)] = [
      (["-o", "a.svg"], nil), (["-o", "a.html"], nil), (["--format", "svg"], nil),
      (["-o", "picture", "--format", "html"], nil), (["-o", "-"], nil),
      (
        ["-o", "a.png"],
        "-o a.png: expected a name that ends in .svg or .html, or --format"
      ), (["--follow"], "timeline --follow: expected -o FILE to write repeatedly"),
      (
        ["--follow", "-o", "a.svg", "file"],
        "timeline --follow: expected no FILE, since it follows the daemon"
      ),
      (["-o", "a.svg", "-j"], "timeline --output: --json can't be combined with it"),
      (
        ["--follow", "-o", "a.svg", "-j"],
        "timeline --follow: --json can't be combined with it"
      ),
      (
        ["--follow", "-o", "a.svg", "--before", "now"],
        "timeline --follow: --before can't be combined with it"
      ),
    ]
    for (line, message) in rows { #expect(refusal(line, isTerminal: false) == message) }
    let terminal = "timeline: expected -o FILE, or a redirection: a terminal shows no picture"
    #expect(refusal([], isTerminal: true) == terminal)
    #expect(refusal(["-o", "-"], isTerminal: true) == terminal)
    #expect(refusal(["-j"], isTerminal: true) == nil)
    #expect(refusal(["-o", "a.svg"], isTerminal: true) == nil)
  }

  private func refusal(_ line: [String], isTerminal: Bool) -> String? {
    do throws(Failure) {
      let invocation = try Invocation(["timeline"] + line)
      _ = try Command(invocation, .fixed, isTerminal: isTerminal)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `a journal goes on after a lost connection, without saying anything twice`() {
    var story = TimelineStory()
    let music = TimelineStory.session(1, "music", state: "active", playing: true)
    story.decide(1, TimelineStory.activates(1), changes: [music])
    story.decide(2, TimelineStory.cause("session.report", 1))
    var journal = Journal()
    for input in story.inputs { journal.append(input) }
    journal.append(.stopped(at: TimelineStory.moment(3)))
    // The daemon's log has all that was decided meanwhile, too.
    story.decide(4, TimelineStory.deactivates(1), changes: [music])
    journal.goOn(with: Journal(story.inputs))
    #expect(journal.inputs == story.inputs)
    journal.goOn(with: Journal(story.inputs))
    #expect(journal.inputs == story.inputs)
  }

  @Test func `a journal forgets the earliest decisions, but not the conditions they led to`() {
    var journal = Journal()
    var story = TimelineStory()
    let music = TimelineStory.session(1, "music", state: "active", playing: true)
    let gone = TimelineStory.session(2, "gone", state: "active", playing: true)
    story.decide(0, ["event": "started"], "R49")
    story.decide(1, TimelineStory.activates(1), changes: [music])
    story.decide(2, TimelineStory.activates(2), changes: [gone])
    story.decide(3, TimelineStory.deactivates(2), changes: [gone], closed: [2])
    for step in 4...Journal.capacity {
      story.decide(Double(step), TimelineStory.cause("session.report", 1))
    }
    for input in story.inputs { journal.append(input) }
    #expect(journal.inputs.count == Journal.capacity / 2 + 1)
    let model = journal.model(at: TimelineStory.moment(3000))
    let first = TimelineStory.moment(Double(Journal.capacity / 2))
    #expect(model.begin == first)
    #expect(model.lanes.map(\.name) == ["music"])
    #expect(model.lanes[0].spans.map(\.begin) == [first])
    #expect(model.lanes[0].spans.map(\.condition.isPlaying) == [true])
  }
}
