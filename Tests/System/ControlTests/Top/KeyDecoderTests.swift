import Testing

@testable import ControlTop

struct KeyDecoderTests {
  private func keys(_ pieces: String...) -> [Key] {
    var decoder = KeyDecoder()
    return pieces.flatMap { decoder.decode($0.utf8) }
  }

  @Test func `letters, controls and the sequences of several terminals`() {
    #expect(
      keys("jé\r\n\u{7F}\u{8}\u{C}\u{15}\u{1}") == [
        .character("j"), .character("é"), .enter, .enter, .backspace, .backspace, .redraw, .clear,
        .other,
      ]
    )
    #expect(
      keys("\u{1B}[A\u{1B}OA\u{1B}[B\u{1B}[5~\u{1B}[6~") == [.up, .up, .down, .pageUp, .pageDown]
    )
    #expect(
      keys("\u{1B}[H\u{1B}[1~\u{1B}OH\u{1B}[F\u{1B}[4~\u{1B}OF") == [
        .home, .home, .home, .end, .end, .end,
      ]
    )
    #expect(keys("\u{1B}[1;5C\u{1B}x\u{1B}[200~k") == [.other, .other, .other, .character("k")])
  }

  @Test func `a sequence and a character may arrive byte by byte`() {
    var decoder = KeyDecoder()
    let bytes = Array("\u{1B}[6~ナ\u{1B}OBq".utf8)
    let keys = bytes.flatMap { decoder.decode([$0]) }
    #expect(keys == [.pageDown, .character("ナ"), .down, .character("q")])
    #expect(decoder.flush() == [])
  }

  @Test func `an Escape is a key if nothing follows`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isUndecided)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isUndecided)
    #expect(decoder.decode([0x1B, 0x1B, UInt8(ascii: "["), UInt8(ascii: "A")]) == [.escape, .up])
    #expect(decoder.decode([0x1B, UInt8(ascii: "[")]) == [])
    #expect(decoder.flush() == [.other])
  }

  @Test func `invalid UTF-8 and an endless escape sequence: later keys are still decoded`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xFF, 0x80, 0xC3, UInt8(ascii: "a")]) == [.character("a")])
    #expect(decoder.decode([0xE3, 0x83, 0xC3, 0xA9]) == [.character("é")])
    let endless = [0x1B, UInt8(ascii: "[")] + [UInt8](repeating: UInt8(ascii: "1"), count: 40)
    let keys = decoder.decode(endless)
    #expect(keys.first == .other)
    #expect(decoder.decode("q".utf8).last == .character("q"))
  }
}
