import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import ControlCore

struct OutputTests {
  @Test func `a text is as wide as a terminal shows it`() {
    let rows: [(text: String, width: Int)] = [
      ("", 0), ("mpd", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("한글", 4), ("ｱ", 1),
      ("Ａ", 2), ("🎵", 2), ("👩‍👩‍👧", 2), ("a\u{200B}b", 2), ("—…", 2),
    ]
    for (text, width) in rows { #expect(text.displayWidth == width, "\(text)") }
  }

  @Test func `control and invisible characters: escaped before they are printed`() {
    let rows: [(text: String, printed: String)] = [
      ("plain – ünï日本", "plain – ünï日本"), ("a\u{1B}[31mb", "a\\u{1b}[31mb"),
      ("a\nb\tc\u{7F}", "a\\u{a}b\\u{9}c\\u{7f}"), ("\u{9B}31m", "\\u{9b}31m"),
      ("\u{202E}abc", "\\u{202e}abc"), ("x\u{2066}y\u{2028}", "x\\u{2066}y\\u{2028}"),
      ("a\u{200B}\u{200F}b", "a\\u{200b}\\u{200f}b"), ("\u{61C}\u{2060}", "\\u{61c}\\u{2060}"),
      ("a\u{AD}\u{34F}\u{115F}\u{3164}b", "a\\u{ad}\\u{34f}\\u{115f}\\u{3164}b"),
      ("\u{FFA0}\u{FE0F}\u{180E}\u{FFF9}", "\\u{ffa0}\\u{fe0f}\\u{180e}\\u{fff9}"),
      ("\u{E0000}\u{E007F}", "\\u{e0000}\\u{e007f}"), ("\u{2010}\u{2070}", "\u{2010}\u{2070}"),
    ]
    for (text, printed) in rows { #expect(text.printable == printed) }
    #expect(Output.withoutControls("{\"a\":\"é\u{9B}\u{7F}\"}") == #"{"a":"é\u009b\u007f"}"#)
    #expect(Output.withoutControls("[\n\"\u{200B}\u{E0041}\"]") == "[\n\"\\u200b\\udb40\\udc41\"]")
  }

  @Test func `columns stand under each other, whatever is in them`() {
    var table = Table()
    table.rightAligned = [0]
    table.append([.init("ID", .heading), .init("NAME", .heading), .init("STATE", .heading)])
    table.append(["7", "日本語", .init("active", .good)], notes: [.init("why", .faint)])
    table.append(["12", "mpd"])
    let plain = """
      > ID  NAME    STATE
      >  7  日本語  active
      >     why
      > 12  mpd
      """
    #expect(
      table.lines(Colour(isOn: false), indentation: "> ")
        == plain.split(separator: "\n").map(String.init)
    )
    #expect(
      readable(table.lines(Colour(isOn: true))) == """
        <1>ID</>  <1>NAME</>    <1>STATE</>
         7  日本語  <32>active</>
            <2>why</>
        12  mpd
        """
    )
  }

  @Test func `a row that doesn't fit is made to, its widest texts first`() {
    var table = Table()
    table.rightAligned = [0]
    table.append(["1", "short", "a long text that nobody needs", "日本語日本語日本語"])
    func line(_ columns: Int?) -> [String] {
      table.lines(Colour(isOn: false), indentation: "  ", columns: columns)
    }
    #expect(line(nil) == line(62))
    #expect(line(62) == ["  1  short  a long text that nobody needs  日本語日本語日本語"])
    #expect(line(40) == ["  1  short  a long text …  日本語日本語…"])
    #expect(line(39) == ["  1  short  a long text…  日本語日本語…"])
    #expect(line(10) == ["  1  short  a long …  日本語…"])
  }

  @Test func `words are filled into lines`() {
    #expect("".filled(to: 5) == [""])
    #expect("a bc\n  def verylong g".filled(to: 5) == ["a bc", "def", "verylong", "g"])
  }

  @Test func `a moment is said as a number, a length of time, or a time of day`() {
    let noon = 1_795_262_400 * 1_000_000 as Int64
    var clock = Clock(now: noon, offset: { _ in 3600 })
    let rows: [(text: String, moment: Moment?)] = [
      ("0", .decision(0)), ("1207", .decision(1207)), ("-1", nil), ("", nil), ("soon", nil),
      ("ago", nil), ("10 ago", nil), ("10 parsecs ago", nil), ("99999999999999999999 s ago", nil),
      ("10 min ago", .time(noon - 600_000_000)), ("1h 30min ago", .time(noon - 5_400_000_000)),
      ("2 days ago", .time(noon - 172_800_000_000)), ("now", .time(noon)),
      ("today", .time(noon - 13 * 3_600_000_000)),
      ("yesterday", .time(noon - 37 * 3_600_000_000)),
      ("12:30", .time(noon - 1_800_000_000)), ("12:30:01", .time(noon - 1_799_000_000)),
      ("24:00", nil), ("12:60", nil), ("12", .decision(12)),
      ("2026-11-21", .time(noon - 13 * 3_600_000_000)),
      ("2026-11-21 13:00", .time(noon)), ("2026-11-21T13:00:00", .time(noon)),
      ("2026-13-01", nil), ("2026-11-21 13", nil), ("2026-11-21 13:00 x", nil),
    ]
    for (text, moment) in rows { #expect(Moment(text, clock) == moment, "\(text)") }
    // The clocks go forward by an hour at noon.
    clock = Clock(now: noon, offset: { $0 < noon / 1_000_000 ? 3600 : 7200 })
    #expect(Moment("12:59", clock) == .time(noon - 60_000_000))
    #expect(Moment("14:01", clock) == .time(noon + 60_000_000))
  }

  @Test func `a time is what the wire's text says, and nothing else is one`() {
    func moment(_ text: String) -> Int64? {
      JSONValue.string(text).received(as: Time.self)?.microseconds
    }
    #expect(moment("2026-11-21T10:41:55.250000Z") == Canned.time.microseconds)
    for text in ["", "2026-11-21", "2026-11-21T10:41:55Z", "2026-11-21T10:41:55.250000+"] {
      #expect(moment(text) == nil)
    }
    #expect(moment("1970-01-01T00:00:00.000001Z") == 1)
    #expect(moment("2028-02-29T00:00:00.000000Z") == 1_835_395_200_000_000)
  }

  @Test func `times are local, short, and have their day if it isn't today`() {
    let moment = Canned.time.microseconds
    #expect(Clock.fixed.text(moment) == "10:41:55.250")
    #expect(Clock.fixed.since(moment) == "since 10:41:55 (12 s ago)")
    let ahead = Clock(now: moment, offset: { _ in 14 * 3600 })
    #expect(Clock(now: moment, offset: { _ in 0 }, zone: "Z").text(moment) == "10:41:55.250Z")
    #expect(ahead.text(moment) == "00:41:55.250")
    #expect(ahead.text(moment - 3_600_000_000) == "2026-11-21 23:41:55.250")
    #expect(ahead.since(moment - 3_600_000_000) == "since 2026-11-21 23:41:55 (1 h ago)")
  }

  @Test func `a length of time has its two largest units`() {
    let rows: [(seconds: Double, text: String)] = [
      (-1, "0 s"), (0, "0 s"), (0.34, "0.3 s"), (9.99, "9.9 s"), (10.9, "10 s"), (60, "1 min"),
      (185, "3 min 5 s"), (3600, "1 h"), (3605, "1 h"), (8003.5, "2 h 13 min"), (86_400, "1 d"),
      (100_000, "1 d 3 h"), (.infinity, "11574074074 d 1 h"),
    ]
    for (seconds, text) in rows { #expect(Clock.text(ofSeconds: seconds) == text) }
  }

  @Test func `colours are for a terminal, and for who wants them`() {
    let rows: [(option: String?, isTerminal: Bool, variables: [String: String], isOn: Bool)] = [
      (nil, true, [:], true), (nil, false, [:], false), ("auto", true, [:], true),
      ("always", false, ["NO_COLOR": "1"], true), ("never", true, ["SYSTEMD_COLORS": "1"], false),
      (nil, true, ["NO_COLOR": "1"], false), (nil, true, ["NO_COLOR": ""], true),
      (nil, true, ["TERM": "dumb"], false), (nil, false, ["SYSTEMD_COLORS": "256"], true),
      (nil, true, ["SYSTEMD_COLORS": "off"], false), (nil, true, ["SYSTEMD_COLORS": ""], true),
      (nil, false, ["SYSTEMD_COLORS": "auto-16"], false),
      (nil, true, ["SYSTEMD_COLORS": "yes", "NO_COLOR": "1"], true),
    ]
    for (option, isTerminal, variables, isOn) in rows {
      let colour = Colour.suited(to: option, isTerminal: isTerminal) { variables[$0] }
      #expect(colour.isOn == isOn, "\(option ?? "-") \(isTerminal) \(variables)")
    }
    #expect(Colour(isOn: true).paint("", .bad) == "")
    #expect(Colour(isOn: true).paint("x", nil) == "x")
  }
}
