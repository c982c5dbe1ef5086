import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// What no client should say: it gets its answer or loses its connection, and nobody else notices.
@Suite(.tags(.process)) struct GarbageTests {
  private static let get = #""jsonrpc":"2.0","method":"session.get","params":{"session":7}"#
  private static let missing =
    #""error":{"code":-32002,"message":"There is no session 7: expected one that is open.","#
    + #""data":{"name":"noSuchSession"}}"#

  private static func answered(_ id: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),\#(missing)}"#
  }

  private static func failure(_ code: Int, _ message: String, _ data: String) -> String {
    #"{"jsonrpc":"2.0","id":null,"error":{"code":\#(code),"message":"\#(message)","#
      + #""data":{\#(data)}}}"#
  }

  private static func noJSON(_ expected: String, _ position: Int) -> String {
    failure(
      -32700,
      "The line is not JSON: expected \(expected) at byte \(position).",
      #""name":"parseError""#
    )
  }

  private static func noRequest(_ expected: String) -> String {
    failure(
      -32600,
      "Invalid request: expected \(expected).",
      #""name":"invalidRequest""#
    )
  }

  private static func tooMuch(_ limit: String, _ value: Int) -> String {
    failure(
      -32003,
      "The limit \(limit) is exceeded: expected at most \(value).",
      #""name":"limitExceeded","limit":"\#(limit)","value":\#(value)"#
    )
  }

  private static func batch(of count: Int, _ element: String) -> String {
    "[\(Array(repeating: element, count: count).joined(separator: ","))]"
  }

  /// A request with as many blanks as make a line of so many bytes.
  private static func padded(_ count: Int) -> String {
    let request = "{\"id\":1,\(get)}"
    return request + String(repeating: " ", count: count - request.utf8.count)
  }

  /// What is sent, and the one line that is answered; nil: nothing is.
  private static let table: [(sent: [UInt8], answer: String?)] =
    texts.map { (Array($0.utf8), $1) } + noText

  private static let noText: [(sent: [UInt8], answer: String?)] =
    [
      ([0xff, 0xfe], noJSON("a value", 0)),
      (Array(#"{"id":""#.utf8) + [0xc0, 0x80] + Array(#""}"#.utf8), noJSON("UTF-8", 7)),
    ]

  private static let texts: [(String, String?)] = identifiers + noIdentifiers + lines

  private static let identifiers: [(String, String?)] =
    ["1", "-0", "1.5", "1e999", "12345678901234567890", "null", #""""#, #""a\n""#].map {
      ("{\"id\":\($0),\(get)}", answered($0))
    }

  private static let noIdentifiers: [(String, String?)] = ["true", "[]", #"{"a":1}"#].map {
    ("{\"id\":\($0),\(get)}", noRequest("one id, a string, a number or null"))
  }

  private static let lines: [(String, String?)] =
    [
      ("", nil), ("\r", nil), ("\r\n\r\n", nil), ("{\(get)}", nil),
      ("{\"id\":1,\(get)}\r", answered("1")),
      ("{\"id\":1,\"id\":1,\(get)}", noRequest("one id, a string, a number or null")),
      ("\u{0}", noJSON("a value", 0)), ("{\"id\":1,\u{0}\(get)}", noJSON("a key in quotes", 8)),
      (#"{"id":"\uD800"}"#, noJSON("a surrogate pair", 9)),
      (#"{"id":"\uDC00\uD800"}"#, noJSON("a surrogate pair", 9)),
      (String(repeating: "[", count: 10_000), tooMuch("jsonDepth", 32)),
      (String(repeating: #"{"":"#, count: 10_000), tooMuch("jsonDepth", 32)),
      ("[]", noRequest("at least one request in the batch")),
      ("[1]", "[\(noRequest("an object"))]"),
      (batch(of: 64, "{\"id\":1,\(get)}"), batch(of: 64, answered("1"))),
      (batch(of: 65, "{\"id\":1,\(get)}"), tooMuch("batchRequests", 64)),
      (batch(of: 64, "{\(get)}"), nil),
      (padded(65_536), answered("1")), (padded(65_537), tooMuch("lineBytes", 65_536)),
    ]

  @Test func `every row is answered to the byte, and the connection goes on`() throws {
    let daemon = try TestDaemon()
    let other = try daemon.connect()
    for (sent, answer) in GarbageTests.table {
      let connection = try daemon.connect()
      let fence = #"{"jsonrpc":"2.0","id":"fence","method":"no.such"}"#
      try connection.send(sent + Array("\n\(fence)\n".utf8))
      var lines: [String] = []
      while let line = try connection.nextLine(), !line.contains(#""id":"fence""#) {
        lines.append(line)
      }
      let start = String(decoding: sent.prefix(80), as: UTF8.self)
      #expect(lines == (answer.map { [$0] } ?? []), "\(start)")
      #expect(try other.isServed())
    }
  }

  @Test func `a line that is cut anywhere is no JSON, and one without its end is dropped`() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    let request = Array("{\"id\":1,\(GarbageTests.get)}".utf8)
    for count in 1..<request.count {
      try connection.send(request[..<count] + Array("\n".utf8))
      let reply = try connection.nextMessage()
      #expect(reply?["error"]?["code"] == -32700, "cut at \(count)")
      #expect(reply?["id"] == .null)
    }
    let last = try daemon.connect()
    try last.send(request + Array("\n".utf8) + request)
    try last.endWriting()
    #expect(try last.linesToEnd() == [GarbageTests.answered("1")])
  }

  @Test func `random bytes are answered line by line`() throws {
    var random = SplitMix64(seed: seed())
    let daemon = try TestDaemon()
    for _ in 0..<200 {
      let connection = try daemon.connect()
      let bytes = (0..<Int.random(in: 1...4096, using: &random)).map { _ in
        // Many of JSON's own characters and ends of lines among all others.
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : Array("{}[]\",:\\u0123\n".utf8).randomElement(using: &random) ?? 0
      }
      try connection.send(bytes + Array("\n".utf8))
      try connection.endWriting()
      let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { $0 != [UInt8(ascii: "\r")] }
      let replies = try connection.linesToEnd().map { try JSONValue(parsing: $0) }
      #expect(replies.count == lines.count)
      for reply in replies where reply.array == nil {
        #expect([-32700, -32600, -32003].contains(reply["error"]?["code"]?.integer), "\(reply)")
      }
    }
    #expect(try daemon.connect().isServed())
  }

  /// One connection is cut off after 16 lines' length of it, so that many send it together.
  @Test func `a GiB without an end of line costs no memory, only the sender's connection`() throws {
    let daemon = try TestDaemon()
    let other = try daemon.connect()
    let piece = [UInt8](repeating: UInt8(ascii: " "), count: 65_536)
    var sent = 0
    var before = 0
    while sent < 1 << 30 {
      let connection = try daemon.connect()
      while sent < 1 << 31, try connection.send(piece) { sent += piece.count }
      #expect(try connection.linesToEnd() == [GarbageTests.tooMuch("lineBytes", 65_536)])
      #expect(try other.isServed())
      if before == 0 { before = try daemon.residentKilobytes() }
    }
    #expect(try daemon.residentKilobytes() < before + 1024)
    #expect(try other.granted("server.status")["counts"]?["connections"] == 1)
  }
}
