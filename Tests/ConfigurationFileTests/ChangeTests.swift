import Arbitration
import AudioSessionWire
import ConfigurationFile
import Testing

/// What a reload says that it changed.
@Suite struct ChangeTests {
  @Test func `nothing, if the same holds`() throws {
    let loaded = try load("[Policy]\nDuckGain=0.2\n")
    #expect(loaded.changes(since: LoadedSettings(settings: Settings())) == [])
  }

  @Test func `each value with what it was, what it is, and where that stands`() throws {
    let before = try load(
      """
      [Policy]
      DuckGain=0.3
      DuckRamp=1s
      [Interactions]
      alarm.alarm=mix
      [Grant admin]
      Users=ann
      """
    )
    let after = try load(
      """
      [Policy]
      DuckGain=-20dB
      DuckRamp=1s
      [Interactions]
      phoneCall.mixable=duck
      [Grant admin]
      Groups=audio
      [Grant alarm]
      Units=b.service a.service
      UserUnits=c.scope
      [Limits]
      JSONDepth=64
      """
    )
    #expect(
      after.changes(since: before) == [
        "DuckGain 0.3 -> 0.1 (a.conf:2)",
        "alarm.alarm mix -> interrupt (built-in)",
        "phoneCall.mixable interrupt -> duck (a.conf:5)",
        "[Grant alarm] Units none -> a.service b.service (a.conf:9)",
        "[Grant alarm] UserUnits none -> c.scope (a.conf:10)",
        "[Grant admin] Users 0 1000 -> 0 (built-in)",
        "[Grant admin] Groups none -> 29 (a.conf:7)",
        "JSONDepth 32 -> 64 (a.conf:12)",
      ]
    )
  }
}
