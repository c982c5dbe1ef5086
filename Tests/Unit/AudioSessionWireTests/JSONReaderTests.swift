import AudioSessionJSON
import AudioSessionWire
import Testing

/// What RFC 8259 allows, and where everything else goes wrong.
struct JSONReaderTests {
  private static let accepted = [
    "0", "-0", "-1.5e+10", "1E5", "1e999", "\"\"", "null", " \t\r\n true \n", "[]", "{}", "[ ]",
    "{ }", "[1,2]", #"{"a":{"b":[1,null,false]}}"#, #""\"\\\/\b\f\n\r\t\u0000\uD834\uDD1E""#,
    "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"", #"{"a":1,"a":2}"#,
  ]

  @Test(arguments: accepted)
  func `JSON that RFC 8259 allows: read, and the same when it is printed and read again`(
    text: String
  ) throws {
    let value = try JSONValue(parsing: text)
    #expect(try JSONValue(parsing: value.text) == value)
    #expect(try JSONValue(parsing: value.prettyText) == value)
  }

  private static let malformed: [([UInt8], Int, String)] =
    [
      ("", 0, "a value"), ("  ", 2, "a value"), ("nul", 0, "a value"), ("True", 0, "a value"),
      ("NaN", 0, "a value"), ("+1", 0, "a value"), (".5", 0, "a value"), ("-", 1, "a digit"),
      ("1.", 2, "a digit"), ("1e", 2, "a digit"), ("1e+", 3, "a digit"),
      ("01", 1, "the end of the line"), ("-01", 2, "the end of the line"),
      ("1 2", 2, "the end of the line"), ("[1,]", 3, "a value"), ("[1 2]", 3, "a comma or ]"),
      ("[", 1, "a value"), ("[1", 2, "a comma or ]"), ("]", 0, "a value"),
      ("{\"a\":1,}", 7, "a key in quotes"), ("{a:1}", 1, "a key in quotes"),
      ("{1:1}", 1, "a key in quotes"), ("{\"a\" 1}", 5, "a colon"), ("{\"a\":}", 5, "a value"),
      ("{\"a\":1", 6, "a comma or }"), ("{\"a\":1]", 6, "a comma or }"), ("/**/1", 0, "a value"),
      ("\"a", 2, "a quote that ends the string"), ("\"\\", 2, "an escape"),
      ("\"\\x\"", 2, "an escape"), ("\"\\u12\"", 5, "four hexadecimal digits"),
      ("\"\\u12", 5, "four hexadecimal digits"), ("\"\\uD800\"", 3, "a surrogate pair"),
      ("\"\\uDC00\"", 3, "a surrogate pair"), ("\"\\uD800\\u0041\"", 3, "a surrogate pair"),
      ("\"\\uD800\\n\"", 3, "a surrogate pair"),
      ("\"a\u{1F}\"", 2, "an escape instead of a control character"),
      ("\"a\u{0}\"", 2, "an escape instead of a control character"),
      ("1\u{0}", 1, "the end of the line"), ("\u{FEFF}1", 0, "a value"),
    ].map { (Array($0.utf8), $1, $2) }
    + [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE1, 0x80],
      [0xED, 0xA0, 0x80], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF1, 0x80, 0x80, 0x41],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ].map { ([0x22, 0x61] + $0 + [0x22], 2, "UTF-8") }

  @Test func `JSON that RFC 8259 forbids: refused at its position, with what was expected`() {
    for (bytes, position, expected) in JSONReaderTests.malformed {
      var document = JSONDocument()
      let error = #expect(throws: JSONError.self) { try document.read(bytes.span, depthLimit: 8) }
      let wanted = JSONError.malformed(expected: expected, at: position)
      #expect(error == wanted, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: [1, 8, 32])
  func `the outermost array or object counts 1, and only these count`(limit: Int) throws {
    var document = JSONDocument()
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      for (depth, isAccepted) in [(limit, true), (limit + 1, false)] {
        let text =
          String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        let bytes = Array(text.utf8)
        var found: JSONError?
        do { try document.read(bytes.span, depthLimit: limit) } catch { found = error }
        #expect(found == (isAccepted ? nil : .tooDeep(at: open.utf8.count * limit)))
      }
    }
  }

  @Test func `integers are those that every reader holds exactly`() throws {
    let rows: [(String, Int64?, Double?)] = [
      ("0", 0, 0), ("-0", 0, 0), ("7", 7, 7), ("-7", -7, -7), ("7.0", nil, 7), ("7e0", nil, 7),
      ("9007199254740991", 9_007_199_254_740_991, 9_007_199_254_740_991),
      ("-9007199254740991", -9_007_199_254_740_991, -9_007_199_254_740_991),
      ("9007199254740992", nil, 9_007_199_254_740_992), ("99999999999999999999", nil, 1e20),
      ("0.1", nil, 0.1), ("1e999", nil, .infinity), ("true", nil, nil), ("\"1\"", nil, nil),
    ]
    for (text, integer, double) in rows {
      var document = JSONDocument()
      try document.read(Array(text.utf8).span, depthLimit: 1)
      #expect(document.integer(at: 0) == integer, "\(text)")
      #expect(document.double(at: 0) == double, "\(text)")
    }
  }

  @Test(arguments: [2, 12, 13, 5000])
  func `keys that come twice are found, few or many, escaped or not`(count: Int) throws {
    var document = JSONDocument()
    let keys = (0..<count).map { "\"k\($0)\"" }
    for twice in [0, count / 2, count - 1] {
      for (repeated, isRepeated) in [
        ("\"k\(twice)\"", true), ("\"\\u006b\(twice)\"", true),
        ("\"K\(twice)\"", false),
      ] {
        let members = (keys + [repeated]).map { "\($0):{}" }
        let line = Array("{\(members.joined(separator: ","))}".utf8)
        try document.read(line.span, depthLimit: 2)
        let key = document.repeatedKey(in: 0..<document.nodes.count)
        #expect(key.map(document.string) == (isRepeated ? "k\(twice)" : nil))
        #expect(key.map { $0 == document.nodes.count - 2 } != false)
      }
    }
  }
}
