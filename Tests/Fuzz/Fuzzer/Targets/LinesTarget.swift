import AudioSessionWire

/// A stream of bytes: it has the same lines, however it is cut.
enum LinesTarget {
  static func run(_ input: [UInt8]) {
    var choices = Choices(input)
    let limit = 1 + choices.number(below: 64)
    let pieces = (0..<4).map { _ in 1 + choices.number(below: 40) }
    let stream = Array(choices.rest)
    let expected = naive(stream, limit)
    for lengths in [[max(stream.count, 1)], [1], pieces] {
      for isLent in [false, true] {
        let found = split(stream, limit, lengths, isLent: isLent)
        Checks.holds(
          found == expected,
          "pieces of \(lengths), lent \(isLent): \(found), not \(expected)"
        )
      }
    }
  }

  private static func naive(_ stream: [UInt8], _ limit: Int) -> [[UInt8]?] {
    let lines = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var found: [[UInt8]?] = []
    for (index, line) in lines.enumerated() {
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if text.count > limit {
        found.append(nil)
      } else if index < lines.count - 1, !text.isEmpty {
        found.append(Array(text))
      }
    }
    return found
  }

  private static func split(
    _ stream: [UInt8],
    _ limit: Int,
    _ lengths: [Int],
    isLent: Bool
  ) -> [[UInt8]?] {
    var splitter = LineSplitter(lineBytes: limit)
    var memory: [UInt8] = []
    var found: [[UInt8]?] = []
    var rest = stream[...]
    var turn = 0
    while !rest.isEmpty {
      let piece = Array(rest.prefix(lengths[turn % lengths.count]))
      rest = rest.dropFirst(piece.count)
      turn += 1
      if isLent {
        splitter.receive(in: &memory, atMost: piece.count) { output in
          for byte in piece { output.append(byte) }
        }
      } else {
        splitter.append(piece.span)
      }
      while let line = splitter.next() {
        switch line {
        case .line(let range): found.append(Array(splitter.bytes[range]))
        case .tooLong: found.append(nil)
        }
      }
      if isLent { splitter.giveBack(&memory) }
    }
    return found
  }
}
