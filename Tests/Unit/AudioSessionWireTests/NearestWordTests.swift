import AudioSessionWire
import Testing

struct NearestWordTests {
  @Test func `a mistyped word is guessed, and another isn't`() {
    let words = ["status", "list", "log", "policy show", "phoneCall", "DuckGain"]
    let rows: [(typed: String, meant: String?)] = [
      ("statu", "status"), ("sttaus", "status"), ("staatus", "status"), ("lsit", "list"),
      ("lgo", "log"), ("phonecall", "phoneCall"), ("Duckgain", "DuckGain"),
      ("policy shw", "policy show"),
      ("", nil), ("x", nil), ("watch", nil), ("evict", nil), ("phone", nil),
      (String(repeating: "a", count: 100_000), nil),
    ]
    for (typed, meant) in rows { #expect(words.nearest(to: typed) == meant, "\(typed.prefix(20))") }
    #expect([String]().nearest(to: "a") == nil)
  }
}
