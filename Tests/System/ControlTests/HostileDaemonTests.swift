import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import ControlCore
@testable import ControlFollow

/// What a daemon could do to a terminal by saying something else than is expected.
@Suite(.timeLimit(.minutes(5)))
struct HostileDaemonTests {
  private static let hidden = "\u{202E}\u{1B}]0;x\u{7}\u{9B}31m\u{AD}"

  /// A value with one of its parts replaced, for each part of it.
  private static func variants(of value: JSONValue) -> [JSONValue] {
    let text = JSONValue.string(hidden)
    var all: [JSONValue] = [text, .object([.init(hidden, text)]), [text]]
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        all += variants(of: element).map { variant in
          .array(elements.enumerated().map { $0 == index ? variant : $1 })
        }
      }
    case .object(let members):
      for (index, member) in members.enumerated() {
        let named = JSONValue.Member(hidden, member.value)
        let changed = variants(of: member.value).map { JSONValue.Member(member.name, $0) }
        all += ([named] + changed).map { variant in
          .object(members.enumerated().map { $0 == index ? variant : $1 })
        }
      }
    case .null, .bool, .number, .string: break
    }
    return all
  }

  private static func decision() throws -> JSONValue {
    let decision = ServerDecision(
      DecisionObject(
        at: Canned.time,
        cause: Cause(.method(.sessionActivate), session: 14),
        rules: RuleSet(),
        cells: [],
        changes: [Canned.siren],
        closed: [7]
      )
    )
    var writer = JSONWriter()
    decision.encodeParams(into: &writer, epoch: Canned.epoch, seq: 9)
    return try JSONValue(parsing: writer.bytes.span)
  }

  /// Command lines with what the daemon answers to each request.
  private static func rows() throws -> [(line: [String], answers: [JSONValue])] {
    let list = try Canned.list([Canned.siren, Canned.book])
    let status = try json(Canned.status(faults: ["a"]))
    let explanation = try json(Canned.explanation)
    let music = try json(Canned.music)
    let event: JSONValue = ["method": "server.decision", "params": try decision()]
    let simulated: JSONValue = [
      "reply": ["result": music], "notifications": [["to": 7, "message": event]],
      "changes": [music],
    ]
    // Without the tables of squares, which have thousands of parts of one kind.
    let policy = (try json(PolicyReportTests.policy).members ?? []).filter {
      $0.value.text.utf8.count < 2000
    }
    return [
      (["list"], [list]), (["status"], [status, list, explanation, explanation]),
      (["show", "7"], [music]),
      (["show", "7", "-p", "x"], [music]), (["explain", "7"], [explanation, music]),
      (["evict", "mpd"], [list]), (["evict", "7"], [music, [:]]),
      (["log"], [["decisions": [try decision()], "more": true]]),
      (["policy", "show"], [.object(policy)]),
      (["policy", "test"], [simulated, list]), (["hold", "a"], [music, music]),
    ]
  }

  @Test func `hooks and lines of follow have no more than that either`() throws {
    for session in Self.variants(of: try json(Canned.siren)) {
      guard let session = Sent<SessionObject>(session) else { continue }
      let change = HeardChange(events: [.changed], session: session)
      let facts = HeardChange.facts.map { $0.text(change) }
      let environment = change.environment(for: .changed, socket: nil).values
      let found = (facts + environment).filter { $0.printable != $0 }
      #expect(found == [], "\(session.json.text.debugDescription)")
    }
  }

  @Test func `whatever a daemon says, a terminal shows all of it and obeys nothing`() throws {
    for (line, answers) in try Self.rows() {
      for index in answers.indices {
        for variant in Self.variants(of: answers[index]) {
          var said = answers
          said[index] = variant
          let run = try FakeDaemon.run(line, said.map { .result($0) })
          let shown = run.printed + (run.failure?.message ?? "")
          let found = shown.unicodeScalars.filter { $0 != "\n" && $0.isInvisible }
          #expect(found.isEmpty, "\(line) at \(variant.text.debugDescription): \(found)")
        }
      }
    }
  }
}
