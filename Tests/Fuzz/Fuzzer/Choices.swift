/// The bytes of an input as choices, taken from the front; there are zeros behind the last.
struct Choices {
  private(set) var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from 0 to `limit` - 1.
  mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  mutating func element<Element>(of list: [Element]) -> Element {
    list[number(below: list.count)]
  }

  /// True for one in that many.
  mutating func once(in count: Int) -> Bool { number(below: count) == count - 1 }

  /// The bytes up to the next line feed, without it.
  mutating func line() -> [UInt8] {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    rest = rest.dropFirst(line.count + 1)
    return Array(line)
  }

  /// A number at which programs go wrong, or a small one.
  mutating func integer() -> Int64 {
    let edges: [Int64] = [
      0, 1, -1, 255, 1 << 31, 1 << 32, 1 << 53 - 1, 1 << 53, 1 << 62, .max, .min,
    ]
    let choice = byte()
    return choice < 32 ? edges[Int(choice) % edges.count] : Int64(choice) - 31
  }
}
