import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import audiosessionctl

/// Which line of a configuration has set a square, from what `policy.get` tells of it.
struct InteractionLinesTests {
  @Test func `R59: of the lines that fit a square, the one that says more, then the later`() throws
  {
    let reply: JSONValue = [
      "files": ["/b", "/a:1"],
      "roles": ["emergency": ["like": "alarm", "granted": true]],
      "setBy": [
        "Policy.DuckGain": "/b:1", "Interactions.*.*": "/a:1:90",
        "Interactions.phoneCall.*": "/a:1:5", "Interactions.*.recording": "/b:12",
        "Interactions.phoneCall.mixable": "/b:2", "Interactions.alarm.mixable": "/a:1:10",
        "Interactions.emergency.*": "/b:3",
      ],
    ]
    let lines = InteractionLines(try #require(reply.received()))
    #expect(
      lines.lines.map { "\($0.key) \($0.place)" } == [
        "phoneCall.mixable /b:2", "emergency.* /b:3", "*.recording /b:12", "phoneCall.* /a:1:5",
        "alarm.mixable /a:1:10", "*.* /a:1:90",
      ]
    )
    let rows: [(newcomer: String, current: String, key: String)] = [
      ("phoneCall", "mixable", "phoneCall.mixable"), ("phoneCall", "recording", "phoneCall.*"),
      ("exclusive", "recording", "*.recording"), ("emergency", "recording", "emergency.*"),
      ("emergency", "mixable", "emergency.*"), ("alarm", "mixable", "alarm.mixable"),
      ("spoken", "emergency", "*.*"),
    ]
    for (newcomer, current, key) in rows {
      let line = lines.line(of: newcomer, current)
      #expect(line.map { lines.lines[$0].key } == key, "\(newcomer).\(current)")
    }
    #expect(lines.line(of: "hologram", "mixable") == nil)
  }

  @Test func `R66: built in, a role is what the kind is that it is like`() throws {
    let reply: JSONValue = ["roles": ["emergency": ["like": "alarm", "granted": true]]]
    let lines = InteractionLines(try #require(reply.received()))
    #expect(lines.builtIn("emergency", "exclusive") == .interrupt)
    #expect(lines.builtIn("exclusive", "emergency") == .refuse)
    #expect(lines.builtIn("exclusive", "hologram") == nil)
    #expect(lines.line(of: "emergency", "exclusive") == nil)
  }
}
