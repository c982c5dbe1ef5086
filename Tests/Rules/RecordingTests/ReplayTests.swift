import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import TestSupport
import Testing

/// Replays of recordings that are as they should be, and of others.
struct ReplayTests {
  @Test func `a core with other rules is found out, at its first other decision`() throws {
    var tape = Tape()
    tape.play()
    var lines = tape.lines
    var replay = Replay()
    for line in lines { #expect(try replay.take(line) == nil) }
    // Nothing is due, so that the passing of time takes no number.
    #expect(replay.events == lines.count - 1)
    #expect(replay.decisions == lines.count - 2)
    // As if the daemon that was recorded had decided by another policy than it said.
    var policy = Policy()
    policy.duckGain = 0.5
    lines[0] = tape.state(Arbiter(policy: policy))
    replay = Replay()
    let differences = try lines.map { try replay.take($0) }
    let first = try #require(differences.firstIndex { $0 != nil })
    let difference = try #require(differences[first])
    #expect(first == 4)
    #expect(difference.recorded.event == .activate(SessionID(2), grants: .all))
    #expect(difference.before?.event == tape.events[2])
    #expect(difference.recorded.decision["effects"]?.array?[3]["gain"]?.double == 0.2)
    #expect(difference.replayed["effects"]?.array?[3]["gain"]?.double == 0.5)
  }

  @Test func `lines that don't fit are told`() throws {
    var tape = Tape()
    tape.play()
    func fault(_ lines: [JSONValue]) -> String {
      var replay = Replay()
      do {
        for line in lines { _ = try replay.take(line) }
        return "none"
      } catch {
        return "\(error.place): \(error.expected)"
      }
    }
    let lines = tape.lines
    let rows: [(lines: [JSONValue], fault: String)] = [
      (lines, "none"), (Array(lines.dropFirst()), ": the state first, from which the events go on"),
      ([lines[0], lines[2]], "event: a session that is open"),
      (
        [lines[0], lines[2], lines[1]],
        "event: a session that is open"
      ),
      ([lines[0], lines[1], lines[1]], "event: a session that is new"),
      (
        [lines[0], lines[1], tape.line(.renew(SessionID(1), lease: nil))],
        "event: a lease that is open"
      ),
      (
        [lines[0], lines[1], tape.line(.processEnded(sessions: [SessionID(1), SessionID(1)]))],
        "event: sessions that are open, each once"
      ),
      (
        [lines[0], lines[1], tape.line(.timePassed, at: 1)],
        "at: a time not before that of the line before"
      ),
      (
        [lines[0], lines[1], tape.line(.timePassed, at: .max)],
        "at: a time below 2^62 nanoseconds"
      ),
      ([lines[0], ["mood": "good"]], ": a state, or an event with its decision"),
      ([lines[0], [1]], ": a state, or an event with its decision"),
    ]
    for (index, row) in rows.enumerated() { #expect(fault(row.lines) == row.fault, "row \(index)") }
  }

  @Test func `a header of something else is refused`() throws {
    let rows: [(JSONValue, String)] = [
      (Recording.header(writtenBy: "x"), "none"),
      (["format": "audiosession-recording", "version": 2], "version 1 of the format, not 2"),
      (["format": "tar", "version": 1], "a recording of audiosessionctl record"),
      ([], "a recording of audiosessionctl record"),
    ]
    for (header, expected) in rows {
      do {
        try Recording.check(header: header)
        #expect(expected == "none")
      } catch {
        #expect(error.expected == expected)
      }
    }
  }

  /// Whatever is changed in a file, replaying it ends with an answer.
  @Test func `a file that was changed at random is replayed, or refused`() throws {
    var generator = SplitMix64(seed: seed())
    var tape = Tape()
    tape.play()
    let texts = tape.lines.map(\.text)
    for _ in 0..<2000 {
      var lines = texts
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = lines.indices.randomElement(using: &generator) ?? 0
        lines[index] = mutated(lines[index], &generator)
      }
      var replay = Replay()
      for line in lines {
        guard let value = try? JSONValue(parsing: line), (try? replay.take(value)) == nil else {
          break
        }
      }
    }
  }

  /// Other digits, and other words of the same text.
  private func mutated(_ text: String, _ generator: inout SplitMix64) -> String {
    var bytes = Array(text.utf8)
    let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
    if Bool.random(using: &generator), let place = digits.randomElement(using: &generator) {
      bytes[place] = UInt8.random(in: 0x30...0x39, using: &generator)
      return String(decoding: bytes, as: UTF8.self)
    }
    let words = text.split { !$0.isLetter }.map(String.init)
    guard let old = words.randomElement(using: &generator),
      let new = words.randomElement(using: &generator)
    else { return text }
    return text.replacing(old, with: new, maxReplacements: 1)
  }
}

/// A recording that is made by hand.
struct Tape {
  private(set) var lines: [JSONValue]
  private(set) var events: [Event] = []
  private var arbiter = Arbiter()
  private var decision = Decision()
  private var now: Int64 = 1_000

  init() {
    lines = []
    lines = [state(arbiter)]
  }

  /// Music, a prompt that ducks it, and a call that interrupts both.
  mutating func play() {
    for (number, options, priority) in [
      (UInt64(1), CategoryOptions(), Priority.normal), (2, .duckOthers, .normal),
      (3, [], .phoneCall),
    ] {
      var change = ConfigurationChange()
      change.category = priority == .normal ? .playback : .playAndRecord
      change.options = options
      change.priority = priority
      let opening = Opening(
        id: SessionID(number),
        owner: Owner(process: ProcessID(number), user: UserID(1000 + UInt32(number))),
        scope: Scope(ApplicationID(number << 2), zone: nil),
        change: change,
        grants: .all
      )
      take(.open(opening))
      take(.activate(SessionID(number), grants: .all))
    }
    take(.deactivate(SessionID(3), notifyOthers: true))
    take(.timePassed)
    take(.reload(Policy()))
    take(.connectionEnded(ConnectionID(1), sessions: [SessionID(1)]))
  }

  private mutating func take(_ event: Event) {
    events.append(event)
    lines.append(line(event))
    now += event == .timePassed ? 5_000_000_000 : 7
    arbiter.apply(event, at: Instant(nanoseconds: now), into: &decision)
    lines[lines.count - 1] = line(event)
  }

  /// The line of an event, with the latest decision.
  func line(_ event: Event, at time: Int64? = nil) -> JSONValue {
    let names = RecordedNames(
      session: SessionID(1),
      name: "secret song",
      leaseName: "secret lease",
      application: "secret application",
      zone: "secret zone",
      program: "secret program"
    )
    var isOpening = false
    if case .open = event { isOpening = true }
    return RecordedEvent(
      event: event,
      at: Instant(nanoseconds: time ?? now),
      names: isOpening ? names : nil,
      decision: decision.json(arbiter.kindNames)
    )
    .json
  }

  func state(_ arbiter: Arbiter) -> JSONValue {
    RecordedState(
      state: arbiter.snapshot,
      at: Instant(nanoseconds: 1_000),
      time: "2026-11-22T17:00:00Z",
      epoch: "secret epoch",
      daemon: "1.0.0",
      names: [],
      lostFrom: nil
    )
    .json
  }
}
