import Testing

@testable import ControlCore
@testable import ControlTop

struct ScreenTests {
  private let plain = Colour(isOn: false)

  @Test func `only lines that changed are drawn, at once`() {
    var screen = Screen()
    let lines = ["one", "", "three"].map { ScreenLine($0) }
    #expect(
      screen.update(lines, columns: 5, plain)
        == "\u{1B}[?2026h\u{1B}[2J\u{1B}[1;1Hone\u{1B}[2;1H\u{1B}[3;1Hthree\u{1B}[?2026l"
    )
    #expect(screen.update(lines, columns: 5, plain) == "")
    // The end of a full line isn't erased: the cursor would stand on its last character.
    let changed = ["one", "zwei!", "3"].map { ScreenLine($0) }
    #expect(
      screen.update(changed, columns: 5, plain)
        == "\u{1B}[?2026h\u{1B}[2;1Hzwei!\u{1B}[3;1H3\u{1B}[K\u{1B}[?2026l"
    )
    screen.forget()
    #expect(screen.update(changed, columns: 5, plain).hasPrefix("\u{1B}[?2026h\u{1B}[2J"))
  }

  @Test func `a line is cut at the last column, whatever is in it`() {
    let line = ScreenLine([.init("ab", .good), .init("ナビ"), .init("xyz", .bad)])
    let cases = [
      (0, "", 0), (1, "…", 1), (2, "ab", 2), (3, "ab…", 3), (5, "abナ…", 5), (6, "abナビ", 6),
      (7, "abナビ…", 7), (9, "abナビxyz", 9), (20, "abナビxyz", 9),
    ]
    for (columns, text, width) in cases {
      #expect(line.painted(columns: columns, plain) == (text, width), "\(columns)")
    }
    let coloured = line.painted(columns: 7, Colour(isOn: true))
    #expect(coloured == ("\u{1B}[32mab\u{1B}[0mナビ\u{1B}[31m…\u{1B}[0m", 7))
    let selected = ScreenLine([.init("a", .bad)], isSelected: true)
    #expect(selected.painted(columns: 3, Colour(isOn: true)) == ("\u{1B}[7ma  \u{1B}[0m", 3))
    #expect(selected.painted(columns: 3, plain) == ("a", 1))
  }

  @Test func `a text takes its columns`() {
    #expect("ナビ".fitted(to: 6) == "ナビ  ")
    #expect("ナビ".fitted(to: 3) == "ナ…")
    #expect("12".fitted(to: 4, isRight: true) == "  12")
    #expect("ナビ".fitted(to: 2) == "… ")
  }
}
