import AudioSessionWire
import Testing

/// Lines that are wrong in some way, and the exact answer to each.
struct GarbageTests {
  private static func parseError(_ expected: String, _ position: Int) -> String {
    #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The line is not JSON: "#
      + #"expected \#(expected) at byte \#(position).","data":{"name":"parseError"}}}"#
  }

  private static func invalid(_ id: String, _ expected: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32600,"message":"Invalid request: "#
      + #"expected \#(expected).","data":{"name":"invalidRequest"}}}"#
  }

  private static func params(
    _ id: String,
    _ parameter: String,
    _ expected: String,
    found: String
  ) -> String {
    let isUnknown = found == "\"\(parameter)\""
    let quoted = found.hasPrefix("\"") ? String(found.dropFirst().dropLast()) : found
    let name = "parameter \\\"\(parameter)\\\""
    let sentence =
      found == "null"
      ? "The \(name) is missing: expected \(expected)."
      : isUnknown
        ? "There is no \(name): expected \(expected)."
        : "The \(name) is wrong: expected \(expected), found \(quoted)."
    return #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32602,"message":"\#(sentence)","#
      + #""data":{"name":"invalidParams","parameter":"\#(parameter)","#
      + #""expected":"\#(expected)","found":\#(found)}}}"#
  }

  private static func limit(_ name: String, _ value: Int) -> String {
    #"{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"#
      + #""message":"The limit \#(name) is exceeded: "#
      + #"expected at most \#(value).","data":{"name":"limitExceeded","limit":"\#(name)","#
      + #""value":\#(value)}}}"#
  }

  private static func ok(_ id: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":"ok"}"# }

  private static let version = #"\"jsonrpc\":\"2.0\""#
  private static let oneID = "one id, a string, a number or null"
  private static let get = #""jsonrpc":"2.0","method":"session.get","params":{"session":7}"#

  private static let notJSON: [(String, String)] = [
    ("{", parseError("a key in quotes", 1)),
    (#"{"jsonrpc":"2.0","id":1,"#, parseError("a key in quotes", 24)),
    (#"{"jsonrpc":"2.0","id":1e}"#, parseError("a digit", 24)),
    (#"{"id":"\uD800"}"#, parseError("a surrogate pair", 9)),
    ("{\"id\":\"a\u{0}\"}", parseError("an escape instead of a control character", 8)),
    ("\u{0}", parseError("a value", 0)), ("\u{FEFF}{}", parseError("a value", 0)),
    ("GET / HTTP/1.1", parseError("a value", 0)), ("{} {}", parseError("the end of the line", 3)),
    (String(repeating: "[", count: 33) + String(repeating: "]", count: 33), limit("jsonDepth", 32)),
    (String(repeating: "[", count: 60_000), limit("jsonDepth", 32)),
  ]

  private static let identifiers: [(String, String)] =
    [
      "1", "-0", "0", "-1", "1.0", "1e999", "0.10", "9007199254740993", "12345678901234567890123",
      "null", #""""#,
      #""a""#, #""\u0061\n\"\\""#, #""é𝄞 a long one, longer than fifteen bytes""#, #""\u0000""#,
    ]
    .map { ("{\"id\":\($0),\(get)}", ok($0)) }
    + ["true", "[]", "[1]", "{}", #"{"a":1}"#].map {
      ("{\"id\":\($0),\(get)}", invalid("null", oneID))
    }
    + [
      ("{\(get)}", ""), ("{\"id\":1,\"id\":1,\(get)}", invalid("null", oneID)),
      ("{\"id\":1,\"\\u0069d\":2,\(get)}", invalid("null", oneID)),
    ]

  private static let noRequests: [(String, String)] = [
    ("1", invalid("null", "an object")), ("null", invalid("null", "an object")),
    (#""x""#, invalid("null", "an object")), ("{}", invalid("null", version)),
    (#"{"id":1}"#, invalid("1", version)),
    (#"{"id":1,"jsonrpc":2.0,"method":"hello"}"#, invalid("1", version)),
    (#"{"id":"x","jsonrpc":"2.1","method":"hello"}"#, invalid(#""x""#, version)),
    (#"{"id":1,"jsonrpc":"2.0"}"#, invalid("1", "a string as method")),
    (#"{"jsonrpc":"2.0"}"#, invalid("null", "a string as method")),
    (#"{"id":1,"jsonrpc":"2.0","method":null}"#, invalid("1", "a string as method")),
    (#"{"id":1,"jsonrpc":"2.0","method":"hello","params":1}"#, invalid("1", "an object as params")),
    (
      #"{"id":1,"jsonrpc":"2.0","method":"hello","params":null}"#,
      invalid("1", "an object as params")
    ),
    (#"{"jsonrpc":"2.0","method":"hello","params":""}"#, invalid("null", "an object as params")),
    (
      #"{"id":1,"jsonrpc":"2.0","method":"hello","method":"hello"}"#,
      invalid("1", #"the key \"method\" once"#)
    ),
    (#"{"id":1,\#(get),"params":{}}"#, invalid("1", #"the key \"params\" once"#)),
    (#"{"id":1,\#(get),"other":{"deep":[{"a":1,"a":2}]}}"#, invalid("1", #"the key \"a\" once"#)),
    (#"{"id":1,\#(get),"other":[1,{}],"":null}"#, ok("1")),
  ]

  private static let wrongParams: [(String, String)] = [
    (
      #"{"id":1,"jsonrpc":"2.0","method":"session.get","params":[7]}"#,
      params("1", "params", "an object", found: #""a list""#)
    ),
    (#"{"jsonrpc":"2.0","method":"session.get","params":[7]}"#, ""),
    (#"{"jsonrpc":"2.0","method":"session.get","params":{"a":1,"a":1}}"#, ""),
    (#"{"jsonrpc":"2.0","method":"no.such"}"#, ""),
    (
      #"{"id":1,"jsonrpc":"2.0","method":"session.get","params":{"session":7,"session":7}}"#,
      params("1", "session", "this name once", found: #""it twice""#)
    ),
    (
      #"{"id":1,"jsonrpc":"2.0","method":"session.open","params":{"lease":{"leaseName":"a","#
        + #""leaseName":"a"}}}"#,
      params("1", "leaseName", "this name once", found: #""it twice""#)
    ),
    (
      #"{"id":1,"jsonrpc":"2.0","method":"session.get","params":{"session":1e999}}"#,
      params("1", "session", "an integer of 1 or more, below 2^53", found: "1e999")
    ),
    (
      #"{"id":1,"jsonrpc":"2.0","method":"session.get","params":{"sesion":7}}"#,
      params("1", "sesion", "session", found: #""sesion""#)
    ),
    (
      #"{"id":1,"jsonrpc":"2.0","method":"session.list","params":{"all":true}}"#,
      params("1", "all", "no parameters", found: #""all""#)
    ),
    (
      #"{"id":1,"jsonrpc":"2.0","method":"session.get"}"#,
      params("1", "session", "an integer of 1 or more, below 2^53", found: "null")
    ),
    (
      #"{"id":1,"jsonrpc":"2.0","method":"no.such","params":[]}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"There is no method \"no.such\"; "#
        + #"rpc.discover lists all methods.","data":{"name":"methodNotFound"}}}"#
    ),
    (
      #"{"id":1,"jsonrpc":"2.0","method":"hello","params":{"protocol":2,"news":[]}}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"Protocol 2 is not supported: "#
        + #"expected 1.","data":{"name":"unsupportedProtocol","supported":[1]}}}"#
    ),
  ]

  @Test func `every wrong line gets its answer, to the byte`() {
    let rows =
      GarbageTests.notJSON + GarbageTests.identifiers + GarbageTests.noRequests
      + GarbageTests.wrongParams
    for (line, expected) in rows { #expect(answer(to: line) == expected, "\(line.prefix(200))") }
  }

  @Test func `a line that is cut anywhere is no JSON`() {
    let line = Array(
      #"{"jsonrpc":"2.0","id":1,"method":"session.get","params":{"session":7}}"#.utf8
    )
    for length in 1..<line.count {
      #expect(
        answer(to: Array(line[..<length])).hasPrefix(
          #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#
        )
      )
    }
    #expect(answer(to: line) == GarbageTests.ok("1"))
  }

  @Test func `a batch is judged element by element, in its order`() {
    let good = "{\"id\":1,\(GarbageTests.get)}"
    let rows: [(String, String)] = [
      ("[]", GarbageTests.invalid("null", "at least one request in the batch")),
      ("[\(good)]", "[\(GarbageTests.ok("1"))]"),
      (
        "[1,\(good),{\"id\":2}]",
        "[\(GarbageTests.invalid("null", "an object")),\(GarbageTests.ok("1")),"
          + "\(GarbageTests.invalid("2", GarbageTests.version))]"
      ),
      ("[[\(good)]]", "[\(GarbageTests.invalid("null", "an object"))]"),
      ("[{\(GarbageTests.get)}]", ""),
      ("[{\(GarbageTests.get)},\(good)]", "[\(GarbageTests.ok("1"))]"),
      (
        "[\(good),{\"id\":2,\"id\":3}]",
        "[\(GarbageTests.ok("1")),\(GarbageTests.invalid("null", GarbageTests.oneID))]"
      ),
      ("[\(good)", GarbageTests.parseError("a comma or ]", 2 + good.utf8.count - 1)),
    ]
    for (line, expected) in rows { #expect(answer(to: line) == expected, "\(line)") }
  }

  @Test(arguments: [(64, true), (65, false)])
  func `a batch has a limit`(count: Int, isAccepted: Bool) {
    let line = "[\(Array(repeating: "0", count: count).joined(separator: ","))]"
    let error = GarbageTests.invalid("null", "an object")
    let all = "[\(Array(repeating: error, count: count).joined(separator: ","))]"
    #expect(answer(to: line) == (isAccepted ? all : GarbageTests.limit("batchRequests", 64)))
  }

  @Test func `a batch is kept while other lines are read`() {
    let elements = (1...3).map { "{\"id\":\($0),\(GarbageTests.get)}" }
    var batch = IncomingLine()
    batch.read(Array("[\(elements.joined(separator: ","))]".utf8).span, limits: Limits())
    #expect(batch.isBatch)
    #expect(batch.next()?.id == .integer(1))
    var kept = batch
    batch.read(Array("{\"id\":9,\(GarbageTests.get)}".utf8).span, limits: Limits())
    #expect(!batch.isBatch)
    #expect(batch.next()?.id == .integer(9))
    #expect(batch.next() == nil)
    #expect(
      [kept.next()?.id, kept.next()?.id, kept.next()?.id] == [.integer(2), .integer(3), nil]
    )
  }
}
