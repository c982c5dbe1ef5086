import AudioSessionJSON
import AudioSessionWire
import TestSupport
import Testing

/// What is done by eight bytes at once, or with room for the longest only, holds at every place.
struct EightBytesTests {
  @Test(arguments: ["\"", "\\", "\n", "\u{1F}", "é", "𝄞"])
  func `special characters are found at every place of strings of every length`(
    special: String
  ) throws {
    for count in 0..<34 {
      for place in 0...count {
        let text = filler(place) + special + filler(count - place)
        let json = written(text)
        #expect(try JSONValue(parsing: json) == .string(text))
        #expect(try JSONValue(parsing: "[\(json),1,2,3,4]") == [.string(text), 1, 2, 3, 4])
      }
    }
  }

  @Test func `a control character is refused at every place`() {
    for count in 0..<34 {
      for place in 0...count {
        let text = "\"\(filler(place))\u{7}\(filler(count - place))\"     "
        #expect(
          throws: JSONError.malformed(
            expected: "an escape instead of a control character",
            at: place + 1
          )
        ) { try JSONValue(parsing: text) }
      }
    }
  }

  @Test func `names are told apart by any of their bytes and by their length`() throws {
    for count in 1..<20 {
      let name = filler(count)
      var others = (0..<count).map { filler($0) + "X" + filler(count - $0 - 1) }
      others += [name + "a", name + "\\u0000", String(name.dropLast())]
      for other in others { #expect(try !repeats("{\"\(name)\":1,\"\(other)\":2}")) }
      #expect(try repeats("{\"\(name)\":1,\"\(name)\":2}"))
      #expect(try repeats("{\"\(name)\":[1,2,3,4],\"\\u0061\(name.dropFirst())\":2}        "))
    }
  }

  @Test func `every short line finds room for its values`() {
    var lines: [[UInt8]] = [[]]
    for _ in 0..<5 {
      lines = lines.flatMap { line in "[]{}\",:0".utf8.map { line + [$0] } }
      for line in lines {
        var document = JSONDocument()
        try? document.read(line.span, depthLimit: 3)
        #expect(document.nodes.count <= line.count)
      }
    }
  }

  @Test func `few decimals are written as the shortest text`() {
    var random = SplitMix64(seed: seed())
    for _ in 0..<5000 {
      let thousandths = random.next() % (1 << (random.next() % 30))
      let number = Double(thousandths) / 1000
      for number in [number, number.nextUp, number.nextDown, -number] {
        #expect(Double(written(number)) == number)
        #expect(written(number).utf8.count <= number.description.utf8.count)
      }
    }
  }

  private func filler(_ count: Int) -> String { String(repeating: "a", count: count) }

  private func repeats(_ text: String) throws -> Bool {
    var document = JSONDocument()
    try document.read(Array(text.utf8).span, depthLimit: 2)
    return document.repeatedKey(in: 0..<document.nodes.count) != nil
  }
}
