import AudioSessionConfigurationFile
import AudioSessionTypes
import AudioSessionWire
import Testing

@Suite struct FaultTests {
  static let headers =
    "expected [Policy], [Interactions], [Role NAME], [Zones], [Grant phoneCall], [Grant ringtone], [Grant alarm], "
    + "[Grant assistant], [Grant system], [Grant enforcement], [Grant observe], [Grant admin] "
    + "or [Limits]"
  static let kinds =
    "expected NEWCOMER.CURRENT=OUTCOME, where both are * or \(builtIn) or accessibility"
  static let builtIn =
    "exclusive, spoken, recording, mixable, mixableSpoken, ducking, interruptingSpoken, "
    + "duckingInterruptingSpoken, assistant, alarm, ringtone, phoneCall"
  static let grants =
    "expected a grant or a role above normal: phoneCall, ringtone, alarm, assistant, system, "
    + "enforcement, observe"
  static let gain = "expected a number, 0 to 1, or decibels such as -12dB"
  static let bytes = "expected a number of bytes, 4K to 1M"
  static let depth =
    "expected a depth after duck from 0 to 1, or decibels such as -6dB"
  static let outcomes = "expected mix, duck, askToDuck, duckNewcomer, interrupt or refuse"

  static let rows: [(text: String, faults: [String])] = [
    ("DuckGain=1", ["a.conf:1: DuckGain=1: expected a [Section] above it"]),
    ("[Polcy]\nDuckGain=7", ["a.conf:1: [Polcy]: \(headers); did you mean [Policy]?"]),
    ("[policy]", ["a.conf:1: [policy]: \(headers); did you mean [Policy]?"]),
    ("[Policy x]", ["a.conf:1: [Policy x]: \(headers); did you mean [Policy]?"]),
    (
      "[Rule music]\nBinary=mpd",
      ["a.conf:1: [Rule music]: \(headers); [Rule] belongs to audiosession-agent.conf"]
    ),
    ("[Grant]", ["a.conf:1: [Grant]: \(headers)"]),
    ("[Grant normal]", ["a.conf:1: [Grant normal]: \(grants) or admin"]),
    (
      "[Grant sirens]\nUsers=0\n[Role siren]\nLike=alarm\n[Grant sirens]\nGroups=0",
      ["a.conf:1: [Grant sirens]: \(grants), admin or siren; did you mean [Grant siren]?"]
    ),
    (
      "[Grant jingle]\n[Role jingle]\nLike=ducking\n[Grant accessibility]\nUsers=0",
      [
        "a.conf:1: [Grant jingle]: expected no grant: the role jingle is like ducking, which is "
          + "not above normal, and so everybody may take it",
        "a.conf:4: [Grant accessibility]: expected AccessibilityGrant=yes, without which nobody "
          + "needs it",
      ]
    ),
    ("[Role]\nLike=alarm", ["a.conf:1: [Role]: \(headers)"]),
    ("[Role a b]\nLike=alarm", ["a.conf:1: [Role a b]: \(headers); did you mean [Role NAME]?"]),
    ("[Role siren]", ["a.conf:1: [Role siren]: expected a line Like= below it"]),
    (
      "[Role siren]\nLike=alrm\n[Role x]\nlike=alarm",
      [
        "a.conf:2: Like=alrm: expected \(builtIn) or accessibility; did you mean alarm?",
        "a.conf:3: [Role x]: expected a line Like= below it",
        "a.conf:4: like=alarm: expected Like= or DuckWithinApplication=; did you mean Like=?",
      ]
    ),
    (
      "[Role siren]\nLike=siren2\n[Role siren2]\nLike=alarm",
      ["a.conf:2: Like=siren2: expected \(builtIn) or accessibility"]
    ),
    (
      "[Role a.b]\nLike=alarm\n[Role accessibility]\nLike=mixable\n[Role alarm]\n[Role system]",
      [
        "a.conf:1: [Role a.b]: expected a name of letters, digits, - and _",
        "a.conf:3: [Role accessibility]: expected another name: the role accessibility is built "
          + "in, and only its cells may be overridden",
        "a.conf:5: [Role alarm]: expected another name: alarm is a kind",
        "a.conf:6: [Role system]: expected another name: system is a grant",
      ]
    ),
    (
      "[Role \(String(repeating: "x", count: 129))]\nLike=alarm",
      [
        "a.conf:1: [Role \(String(repeating: "x", count: 129))]: expected a name of at most "
          + "NameBytes=128 bytes"
      ]
    ),
    (
      (1...33).map { "[Role r\($0)]\nLike=mixable\n" }.joined(),
      ["a.conf:65: [Role r33]: expected at most 32 roles"]
    ),
    (
      "[Interactions]\nsiren.alarm=mix\nalarm.sirens=mix\n[Role siren]\nLike=alarm",
      [
        "a.conf:3: alarm.sirens=mix: expected NEWCOMER.CURRENT=OUTCOME, where both are * or "
          + "\(builtIn), accessibility or siren; did you mean siren?"
      ]
    ),
    (
      "[Interactions]\nalarm.alarm=duck loud\n*.alarm=duck 1.5\nalarm.*=duck 1dB\n*.*=mix 0.5",
      [
        "a.conf:2: alarm.alarm=duck loud: \(depth)", "a.conf:3: *.alarm=duck 1.5: \(depth)",
        "a.conf:4: alarm.*=duck 1dB: \(depth)",
        "a.conf:5: *.*=mix 0.5: expected a depth after duck, askToDuck or duckNewcomer only",
      ]
    ),
    ("[Zones]\nDefault=none", ["a.conf:2: Default=none: expected shared or user"]),
    (
      "[Zones]\ndefault=user", ["a.conf:2: default=user: expected Default=; did you mean Default=?"]
    ),
    (
      "[Policy]\nduckGain=1",
      [
        "a.conf:2: duckGain=1: expected Profile=, DuckGain=, StrongDuckGain=, DuckRamp=, "
          + "UnduckRamp=, ResumeOffer=, EndedOnSilentDeactivation=, PlaybackDuringPhoneCall=, "
          + "InterruptOnSleep=, RefusedDisplaces=, ReleaseOnMixable=, InterruptedMayStart=, "
          + "AccessibilityGrant=, TellDucked=, AboveNormalNotifies=, MeetWithinApplication=, "
          + "UnsuitableModeIsDefault=, BannerIsSilent=, RouteLossInterruptsAll=, "
          + "SuspensionIsTold=, BackgroundStartByCategory= or EnforcementTimeout=; "
          + "did you mean DuckGain=?"
      ]
    ),
    (
      "[Grant admin]\nUser=x",
      ["a.conf:2: User=x: expected Users=, Groups=, Units= or UserUnits=; did you mean Users=?"]
    ),
    (
      "[Grant admin]\nUnits=a.service mpd",
      [
        "a.conf:2: Units=a.service mpd: expected names of units such as mpd.service, "
          + "separated by spaces"
      ]
    ),
    (
      "[Grant admin]\nUnits=phone*.service",
      [
        "a.conf:2: Units=phone*.service: expected whole names of units, not a pattern such as "
          + "phone*.service"
      ]
    ),
    (
      "[Grant admin]\nUserUnits=phone@.service",
      [
        "a.conf:2: UserUnits=phone@.service: expected the name of an instance such as "
          + "phone@1.service, not its template's"
      ]
    ),
    (
      "[Grant admin]\nUnits=a.service,b.service",
      [
        "a.conf:2: Units=a.service,b.service: expected names of units such as mpd.service, "
          + "separated by spaces"
      ]
    ),
    ("[Policy]\nDuckGain=1.5", ["a.conf:2: DuckGain=1.5: expected at most 1"]),
    ("[Policy]\nDuckGain=3dB", ["a.conf:2: DuckGain=3dB: expected at most 1, which is 0dB"]),
    ("[Policy]\nDuckGain=nan", ["a.conf:2: DuckGain=nan: \(gain)"]),
    ("[Policy]\nDuckGain=dB", ["a.conf:2: DuckGain=dB: \(gain)"]),
    ("[Policy]\nDuckGain=-1", ["a.conf:2: DuckGain=-1: expected at least 0"]),
    ("[Policy]\nDuckGain=0x1", ["a.conf:2: DuckGain=0x1: \(gain)"]),
    ("[Policy]\nDuckGain=", ["a.conf:2: DuckGain=: \(gain)"]),
    (
      "[Policy]\nDuckGain=0.5 # half",
      ["a.conf:2: DuckGain=0.5 # half: \(gain); a comment stands on a line of its own"]
    ),
    ("[Policy]\nDuckRamp=11s", ["a.conf:2: DuckRamp=11s: expected at most 10s"]),
    ("[Policy]\nDuckRamp=soon", ["a.conf:2: DuckRamp=soon: expected a time, 0 to 10s"]),
    ("[Policy]\nResumeOffer=1h", ["a.conf:2: ResumeOffer=1h: expected at most 10min"]),
    ("[Policy]\nInterruptOnSleep=ja", ["a.conf:2: InterruptOnSleep=ja: expected yes or no"]),
    (
      "[Policy]\nInterruptOnSleep",
      ["a.conf:2: InterruptOnSleep: expected Key=Value, [Section] or a comment"]
    ),
    ("[Limits]\nJSONDepth=7", ["a.conf:2: JSONDepth=7: expected at least 8"]),
    ("[Limits]\nJSONDepth=1K", ["a.conf:2: JSONDepth=1K: expected a whole number, 8 to 128"]),
    ("[Limits]\nLineBytes=2M", ["a.conf:2: LineBytes=2M: expected at most 1M"]),
    ("[Limits]\nLineBytes=1K", ["a.conf:2: LineBytes=1K: expected at least 4K"]),
    ("[Limits]\nLineBytes=64KB", ["a.conf:2: LineBytes=64KB: \(bytes)"]),
    ("[Limits]\nJSONDepth=9.5", ["a.conf:2: JSONDepth=9.5: expected a whole number, 8 to 128"]),
    ("[Limits]\nJSONDepth=+9", ["a.conf:2: JSONDepth=+9: expected a whole number, 8 to 128"]),
    (
      "[Limits]\nLineBytes=99999999999999999999",
      ["a.conf:2: LineBytes=99999999999999999999: \(bytes)"]
    ),
    (
      "[Interactions]\nphoneCall.mixable=duck ; softly",
      [
        "a.conf:2: phoneCall.mixable=duck ; softly: \(depth); a comment stands on a line of its "
          + "own"
      ]
    ),
    ("[Interactions]\nphoneCall.mixable=stop", ["a.conf:2: phoneCall.mixable=stop: \(outcomes)"]),
    ("[Interactions]\nphoneCall.mixable=", ["a.conf:2: phoneCall.mixable=: \(outcomes)"]),
    ("[Interactions]\nphoneCall.normal=mix", ["a.conf:2: phoneCall.normal=mix: \(kinds)"]),
    ("[Interactions]\nphoneCall=mix", ["a.conf:2: phoneCall=mix: \(kinds)"]),
    ("[Interactions]\nalarm.alarm.alarm=mix", ["a.conf:2: alarm.alarm.alarm=mix: \(kinds)"]),
    (
      "[Limits]\nSessionsPerConnection=1025",
      ["a.conf:2: SessionsPerConnection=1025: expected no more than SessionsPerUser=1024"]
    ),
    (
      "[Limits]\nSessionsPerUser=15",
      ["a.conf:2: SessionsPerUser=15: expected no less than SessionsPerConnection=16"]
    ),
    (
      "[Limits]\nConnections=9\nConnectionsPerUser=10",
      ["a.conf:3: ConnectionsPerUser=10: expected no more than Connections=9"]
    ),
    (
      "x\n[Policy]\nDuckGain=2\nDuckGain=0.5\n[X]\ny=z\n[Limits]\nConnections=1",
      [
        "a.conf:1: x: expected Key=Value, [Section] or a comment",
        "a.conf:3: DuckGain=2: expected at most 1",
        "a.conf:5: [X]: \(headers)",
        "a.conf:8: Connections=1: expected no less than ConnectionsPerUser=256",
      ]
    ),
  ]

  @Test(arguments: rows) func `all faults are told at once, each with its place`(
    text: String,
    expected: [String]
  ) throws {
    #expect(try faults(of: text) == expected)
  }
}
