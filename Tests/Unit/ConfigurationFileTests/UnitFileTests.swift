import AudioSessionConfigurationFile
import Testing

@Suite struct UnitFileTests {
  static let rows: [(text: String, content: UnitFile.Content?)] = [
    ("", nil),
    (" \t\r", nil),
    ("# a comment", nil),
    ("  ; another = one", nil),
    ("#Key=Value", nil),
    ("[Policy]", .section("Policy")),
    ("  [Grant phoneCall]\r", .section("Grant phoneCall")),
    ("Key=Value", .assignment(key: "Key", value: "Value")),
    (" Key\t=  a b  \r", .assignment(key: "Key", value: "a b")),
    ("Key=", .assignment(key: "Key", value: "")),
    ("Key= # no comment", .assignment(key: "Key", value: "# no comment")),
    (#"Key="a" \"#, .assignment(key: "Key", value: #""a" \"#)),
    ("Key=a=b", .assignment(key: "Key", value: "a=b")),
    ("Key=é", .assignment(key: "Key", value: "é")),
    ("[]", .malformed(found: "[]", expected: "[Section]")),
    ("[Policy", .malformed(found: "[Policy", expected: "[Section]")),
    ("[Policy] # x", .malformed(found: "[Policy] # x", expected: "[Section]")),
    ("=x", .malformed(found: "=x", expected: "Key=Value, [Section] or a comment")),
    ("Key", .malformed(found: "Key", expected: "Key=Value, [Section] or a comment")),
    ("# a\0b", .malformed(found: "a zero byte", expected: "text in UTF-8")),
  ]

  @Test(arguments: rows) func `a line is one thing`(text: String, content: UnitFile.Content?) {
    let file = UnitFile(Array("\n\(text)\n".utf8), file: "a.conf")
    let place = Place(file: "a.conf", line: 2)
    #expect(file.lines == content.map { [UnitFile.Line(place, $0)] } ?? [])
  }

  @Test func `bytes that aren't UTF-8 are a fault of their line alone`() {
    let file = UnitFile([0x5B, 0x61, 0x5D, 0x0A, 0x23, 0xC3, 0x0A, 0x62, 0x3D], file: "a.conf")
    let contents: [UnitFile.Content] = [
      .section("a"),
      .malformed(found: "bytes that aren't UTF-8", expected: "text in UTF-8"),
      .assignment(key: "b", value: ""),
    ]
    #expect(file.lines.map(\.content) == contents)
    #expect(file.lines.map(\.place.line) == [1, 2, 3])
  }
}
