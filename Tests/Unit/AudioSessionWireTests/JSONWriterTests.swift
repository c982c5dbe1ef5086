import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import Testing

/// What is written, to the byte.
struct JSONWriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `numbers are as short as they can be`() {
    let rows: [(Double, String)] = [
      (0, "0"), (-0.0, "0"), (1, "1"), (0.2, "0.2"), (0.0178, "0.0178"), (-1.5, "-1.5"),
      (1e15, "1000000000000000"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
      (.infinity, "null"),
      (.nan, "null"), (0.1 + 0.2, "0.30000000000000004"),
    ]
    for (number, text) in rows { #expect(written { $0.double(number) } == text) }
    let integers: [(Int64, String)] = [
      (0, "0"), (-1, "-1"), (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
    ]
    for (number, text) in integers { #expect(written { $0.integer(number) } == text) }
    #expect(written { $0.integer(UInt64.max) } == "18446744073709551615")
  }

  @Test func `strings are escaped where JSON wants it and nowhere else`() throws {
    let controls = (0..<0x20).map { String(UnicodeScalar(UInt8($0))) }.joined()
    let rows = [
      ("", #""""#), ("plain", #""plain""#), ("/é𝄞\u{7F}", "\"/é𝄞\u{7F}\""),
      (#"a"b\c"#, #""a\"b\\c""#), ("\n\r\t\u{0}\u{1F}", #""\n\r\t\u0000\u001f""#),
    ]
    for (text, json) in rows { #expect(written { $0.string(text) } == json) }
    #expect(try JSONValue(parsing: written { $0.string(controls) }) == .string(controls))
  }

  @Test func `commas set themselves`() {
    let text = written { writer in
      writer.beginObject()
      writer.member("a", 1)
      writer.member("b", [UInt64]())
      writer.member("c", String?.none)
      writer.key("d")
      writer.beginArray()
      writer.null()
      writer.beginObject()
      writer.endObject()
      writer.bool(true)
      writer.endArray()
      writer.endObject()
      writer.endLine()
      writer.raw([0x31])
    }
    #expect(text == "{\"a\":1,\"b\":[],\"c\":null,\"d\":[null,{},true]}\n1")
  }

  @Test func `times are RFC 3339, UTC, microseconds`() {
    let rows: [(Int64, Int64, String)] = [
      (0, 0, "1970-01-01T00:00:00.000000Z"),
      (951_782_399, 999_999_999, "2000-02-28T23:59:59.999999Z"),
      (951_868_799, 1000, "2000-02-29T23:59:59.000001Z"),
      (951_868_800, 0, "2000-03-01T00:00:00.000000Z"),
      (4_107_542_400, 0, "2100-03-01T00:00:00.000000Z"),
    ]
    for (seconds, nanoseconds, text) in rows {
      #expect(written { $0.time(seconds: seconds, nanoseconds: nanoseconds) } == "\"\(text)\"")
    }
  }

  @Test func `a moment before 1970 is its beginning`() {
    for time in [
      Time(seconds: -1, nanoseconds: 0), Time(seconds: 0, nanoseconds: -1),
      Time(seconds: .min, nanoseconds: -999_999_999),
    ] {
      #expect(time.text == "1970-01-01T00:00:00.000000Z")
    }
  }

  @Test func `times agree with Foundation's calendar`() {
    var generator = SplitMix64(seed: seed())
    let formatter = ISO8601DateFormatter()
    for _ in 0..<2000 {
      let seconds = Int64.random(in: 0..<253_402_300_800, using: &generator)
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      let text = written { $0.time(seconds: seconds, nanoseconds: 0) }
      #expect(text == "\"\(expected.dropLast()).000000Z\"")
    }
  }

  @Test func `a tree prints compact, pretty and as it came`() throws {
    let value: JSONValue = [
      "name": "mpd", "numbers": [1, 0.5, nil], "empty": [:], "none": [], "yes": true,
    ]
    let text = #"{"name":"mpd","numbers":[1,0.5,null],"empty":{},"none":[],"yes":true}"#
    #expect(value.text == text)
    #expect(try JSONValue(parsing: text) == value)
    #expect(
      value.prettyText == """
        {
          "name": "mpd",
          "numbers": [
            1,
            0.5,
            null
          ],
          "empty": {},
          "none": [],
          "yes": true
        }
        """
    )
    #expect(try JSONValue(parsing: "[1.50,1e2,-0]").text == "[1.50,1e2,-0]")
  }

  @Test func `a tree is looked into by name and kind`() throws {
    let value = try JSONValue(parsing: #"{"a":{"b":[7,"x",true,0.5,null]}}"#)
    let list = value["a"]?["b"]?.array
    #expect(list?.map(\.integer) == [7, nil, nil, nil, nil])
    #expect(list?.map(\.string) == [nil, "x", nil, nil, nil])
    #expect(list?.map(\.bool) == [nil, nil, true, nil, nil])
    #expect(list?.map(\.double) == [7, nil, nil, 0.5, nil])
    #expect(value.members?.map(\.name) == ["a"])
    #expect(value["b"] == nil && value["a"]?["c"] == nil && list?[0]["a"] == nil)
  }
}
