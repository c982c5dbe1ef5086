import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionWire
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
        "phoneCall.mixable interrupt -> duck (a.conf:5)",
        "alarm.alarm mix -> interrupt (built-in)",
        "[Grant alarm] Units none -> a.service b.service (a.conf:9)",
        "[Grant alarm] UserUnits none -> c.scope (a.conf:10)",
        "[Grant admin] Users 0 1000 -> 0 (built-in)",
        "[Grant admin] Groups none -> 29 (a.conf:7)",
        "JSONDepth 32 -> 64 (a.conf:12)",
      ]
    )
  }

  @Test func `wildcards, depths, roles and zones, too`() throws {
    let before = try load(
      """
      [Policy]
      ResumeOffer=infinity
      [Interactions]
      phoneCall.*=duck 0.5
      siren.alarm=mix
      [Role siren]
      Like=alarm
      [Grant siren]
      Users=ann
      [Role chime]
      Like=mixable
      """
    )
    let after = try load(
      """
      [Interactions]
      phoneCall.*=duck 0.25
      *.phoneCall=refuse
      [Role siren]
      Like=phoneCall
      [Role bell]
      Like=ringtone
      [Zones]
      Default=user
      """
    )
    #expect(
      after.changes(since: before) == [
        "ResumeOffer infinity -> 5s (built-in)",
        "phoneCall.* duck 0.5 -> duck 0.25 (a.conf:2)",
        "*.phoneCall none -> refuse (a.conf:3)",
        "siren.alarm mix -> duck 0.25 (built-in)",
        "[Role siren] Like alarm -> phoneCall (a.conf:5)",
        "[Role bell] Like none -> ringtone (a.conf:7)",
        "[Role chime] Like mixable -> none (built-in)",
        "Default shared -> user (a.conf:9)",
        "[Grant siren] Users 0 1000 -> 0 (built-in)",
        "[Grant bell] Users none -> 0 (built-in)",
      ]
    )
  }

  @Test func `of lines that fit equally well, the order`() throws {
    let lines = ["alarm.*=mix", "*.alarm=duck"]
    let texts = [lines, lines.reversed()].map { "[Interactions]\n" + $0.joined(separator: "\n") }
    #expect(
      try load(texts[1]).changes(since: load(texts[0]))
        == ["[Interactions] has its lines in another order"]
    )
    #expect(try load(texts[0]).changes(since: load(texts[0])) == [])
  }
}
