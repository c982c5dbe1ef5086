import AudioSessionWire
import TestSupport
import Testing

/// Lines out of bytes, whatever the pieces in which these came.
struct LineSplitterTests {
  private enum Seen: Equatable {
    case line(String)
    case tooLong
  }

  private func lines(of splitter: inout LineSplitter) -> [Seen] {
    var seen: [Seen] = []
    while let line = splitter.next() {
      switch line {
      case .line(let range):
        seen.append(.line(String(decoding: splitter.bytes[range], as: UTF8.self)))
      case .tooLong: seen.append(.tooLong)
      }
    }
    return seen
  }

  private static let stream = Array(
    ("one\n\n\r\ntwo\r\n12345678\n12345678\r\n"
      + "123456789\r\n123456789\n\r\r\n0123456789abcdef\nend\npart").utf8
  )

  private static let expected: [Seen] = [
    .line("one"), .line("two"), .line("12345678"), .line("12345678"), .tooLong, .tooLong,
    .line("\r"), .tooLong, .line("end"),
  ]

  @Test func `every way of cutting in two gives the same lines`() {
    for cut in 0...LineSplitterTests.stream.count {
      var splitter = LineSplitter(lineBytes: 8)
      var seen: [Seen] = []
      for piece in [LineSplitterTests.stream[..<cut], LineSplitterTests.stream[cut...]] {
        splitter.append(Array(piece).span)
        seen += lines(of: &splitter)
      }
      #expect(seen == LineSplitterTests.expected, "cut at \(cut)")
      #expect(splitter.isInsideLine && !splitter.hasLine && splitter.waitingBytes == 4)
    }
  }

  @Test func `a line may have any bytes before its end, and any length`() {
    for byte in UInt8.min...UInt8.max where byte != UInt8(ascii: "\n") {
      for count in 1...20 {
        // One that no carriage return ends.
        let line = [UInt8](repeating: byte, count: count) + [UInt8(ascii: ".")]
        var splitter = LineSplitter(lineBytes: 100)
        splitter.append((line + [UInt8(ascii: "\n")] + line).span)
        let seen = splitter.next()
        #expect(seen == .line(0..<line.count), "\(count) of \(byte)")
        #expect(splitter.isInsideLine && splitter.waitingBytes == line.count)
      }
    }
  }

  @Test func `random pieces, asked for at random, give the same lines`() {
    var generator = SplitMix64(seed: seed())
    for _ in 0..<2000 {
      var splitter = LineSplitter(lineBytes: 8)
      var seen: [Seen] = []
      var rest = LineSplitterTests.stream[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...6, using: &generator))
        rest = rest.dropFirst(piece.count)
        splitter.append(Array(piece).span)
        if Bool.random(using: &generator) { seen += lines(of: &splitter) }
      }
      #expect(seen + lines(of: &splitter) == LineSplitterTests.expected)
    }
  }

  @Test func `lines wait until they are asked for`() {
    var splitter = LineSplitter(lineBytes: 8)
    splitter.append(Array("a\nb\nc".utf8).span)
    #expect(splitter.next() == .line(0..<1))
    splitter.append(Array("\n".utf8).span)
    #expect(splitter.hasLine && !splitter.isInsideLine)
    #expect(lines(of: &splitter) == [.line("b"), .line("c")])
    #expect(!splitter.hasLine && splitter.waitingBytes == 0 && splitter.bytes.isEmpty)
  }

  @Test func `the rest of a long line is counted and not kept`() {
    var splitter = LineSplitter(lineBytes: 8)
    let piece = [UInt8](repeating: 0x61, count: 8)
    splitter.append(piece.span)
    #expect(splitter.skippedBytes == 0 && splitter.waitingBytes == 8)
    for count in 1...16 {
      splitter.append(piece.span)
      #expect(splitter.skippedBytes == 8 * count && splitter.waitingBytes == 0)
    }
    #expect(!splitter.hasSkippedTooMuch && splitter.hasLine && splitter.isInsideLine)
    splitter.append([0x61].span)
    #expect(splitter.hasSkippedTooMuch)
    splitter.append([0x0A].span)
    #expect(splitter.skippedBytes == 0 && !splitter.isInsideLine)
    #expect(lines(of: &splitter) == [.tooLong])
  }

  @Test func `an idle connection keeps next to no memory`() {
    var splitter = LineSplitter(lineBytes: 65_536)
    splitter.append(([UInt8](repeating: 0x20, count: 60_000) + [0x0A]).span)
    #expect(lines(of: &splitter).count == 1)
    #expect(splitter.bytes.capacity == 0)
  }

  /// Receives a piece as the daemon does.
  private func receive(
    _ piece: ArraySlice<UInt8>,
    _ splitter: inout LineSplitter,
    _ memory: inout [UInt8]
  ) {
    splitter.receive(in: &memory, atMost: piece.count) { space in
      for byte in piece { space.append(byte) }
    }
  }

  @Test func `splitters that share memory get their own lines`() {
    var generator = SplitMix64(seed: seed())
    for _ in 0..<1000 {
      var memory: [UInt8] = []
      var splitters = [LineSplitter(lineBytes: 8), LineSplitter(lineBytes: 8)]
      var seen: [[Seen]] = [[], []]
      var rests = [LineSplitterTests.stream[...], LineSplitterTests.stream[...]]
      while !rests.allSatisfy(\.isEmpty) {
        let index = Int.random(in: 0...1, using: &generator)
        let piece = rests[index].prefix(Int.random(in: 1...20, using: &generator))
        rests[index] = rests[index].dropFirst(piece.count)
        receive(piece, &splitters[index], &memory)
        // Some lines may wait until the next turn.
        if Bool.random(using: &generator) { seen[index] += lines(of: &splitters[index]) }
        splitters[index].giveBack(&memory)
        let (waiting, own) = (splitters[index].waitingBytes, splitters[index].bytes)
        #expect(own.count == waiting)
        #expect(waiting > 0 || own.capacity == 0)
      }
      for index in 0...1 {
        seen[index] += lines(of: &splitters[index])
        #expect(seen[index] == LineSplitterTests.expected)
      }
    }
  }

  @Test func `lines about as long as the memory that is moved are received whole`() {
    for count in [16_383, 16_384, 16_385, 40_000] {
      var memory: [UInt8] = []
      var splitter = LineSplitter(lineBytes: 65_536)
      let line = [UInt8](repeating: 0x61, count: count)
      var rest = (line + [0x0A] + [0x62])[...]
      var seen: [Int] = []
      while !rest.isEmpty {
        receive(rest.prefix(10_000), &splitter, &memory)
        rest = rest.dropFirst(10_000)
        while case .line(let range)? = splitter.next() { seen.append(range.count) }
        splitter.giveBack(&memory)
      }
      #expect(seen == [count])
      #expect(splitter.bytes == [0x62] && splitter.isInsideLine)
      #expect(splitter.bytes.capacity < 128, "nothing of the long line's memory is kept")
    }
  }

  @Test func `lines that have waited are given back with the last of them`() {
    var memory: [UInt8] = []
    var splitter = LineSplitter(lineBytes: 100)
    receive(
      Array(repeating: [0x61, 0x0A] as [UInt8], count: 1000).flatMap(\.self)[...],
      &splitter,
      &memory
    )
    splitter.giveBack(&memory)
    // Another turn takes exactly those that wait, and doesn't ask for more.
    for _ in 1...1000 { #expect(splitter.next() != nil) }
    splitter.giveBack(&memory)
    #expect(splitter.bytes.capacity == 0)
  }

  @Test func `the memory of a long line isn't moved at every receipt`() {
    var memory: [UInt8] = []
    var splitter = LineSplitter(lineBytes: 65_536)
    let piece = [UInt8](repeating: 0x61, count: 10_000)
    for count in 1...3 {
      receive(piece[...], &splitter, &memory)
      splitter.giveBack(&memory)
      #expect(splitter.waitingBytes == 10_000 * count)
      #expect((memory.capacity > 0) == (count == 1))
    }
    receive([0x0A], &splitter, &memory)
    #expect(splitter.next() == .line(0..<30_000))
    splitter.giveBack(&memory)
    #expect(splitter.next() == nil && splitter.bytes.capacity == 0)
  }
}
