import AudioSessionConfigurationFile
import AudioSessionTypes
import TestSupport
import Testing

/// A word that is nearly right is guessed, and one that isn't gets the list alone.
struct GuessTests {
  @Test func `sections, keys and words that are nearly right are guessed`() throws {
    let rows: [(text: String, guess: String?)] = [
      ("[policy]\nDuckGain=1", "[Policy]"), ("[Grant phonecall]", "[Grant phoneCall]"),
      ("[Policy]\nDuckgain=1", "DuckGain="), ("[Limits]\nConections=9", "Connections="),
      ("[Grant alarm]\nUser=root", "Users="), ("[Interactions]\nalarm.mixable=refused", "refuse"),
      ("[Nonsense]", nil), ("[Policy]\nBogus=1", nil), ("[Grant alarm]\nWhoever=root", nil),
    ]
    for (text, guess) in rows {
      let root = try TemporaryDirectory()
      let file = try root.write(text, to: "etc/audiosession/audiosessiond.conf")
      let loaded = Settings.load(from: .file(file), accounts: .imagined)
      let expected = try #require(loaded.faults.first?.description, "\(text)")
      let found = expected.split(separator: "; did you mean ").dropFirst().first
      #expect(found.map(String.init) == guess.map { "\($0)?" }, "\(text)")
    }
  }
}
