import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionTypes
import Enforcement
import TestSupport
import Testing

@testable import audiosession_agent

/// What files make of the agent's settings, and what is wrong with them.
struct ConfigurationTests {
  @Test func `every key of the agent and of outputs sets what it says`() {
    let text = """
      [Agent]
      Zones=outputs
      Fade=80ms
      GrantTimeout=1s
      Silenced=yes
      MicrophoneMute=yes
      [Output alsa_output.usb 1]
      Zone=the kitchen
      """
    var expected = AgentSettings()
    expected.zones = .outputs
    expected.fade = .milliseconds(80)
    expected.grantTimeout = .seconds(1)
    expected.isSilenced = true
    expected.reportsMicrophoneMute = true
    expected.outputZones = ["alsa_output.usb 1": "the kitchen"]
    let read = configuration(of: text)
    #expect(read.faults == [])
    #expect(read.settings == expected)
  }

  @Test func `every condition is one of the rule's`() {
    let text = """
      [Rule one]
      Direction=output
      ApplicationName=My Player
      ApplicationName=Other*
      Binary=player
      MediaRole=Music
      PortalAppID=org.example.Player
      NodeName=node
      MPRISIdentity=*
      Capturing=on
      [Rule two]
      Capturing=0
      Action=leave
      """
    let rules = [
      AdoptionRule(
        name: "one",
        conditions: [
          .init(.direction, ["output"]), .init(.applicationName, ["My Player", "Other*"]),
          .init(.binary, ["player"]), .init(.mediaRole, ["Music"]),
          .init(.portalAppID, ["org.example.Player"]), .init(.nodeName, ["node"]),
          .init(.mprisIdentity, ["*"]), .init(.capturing, ["yes"]),
        ],
        adoption: Adoption()
      ),
      AdoptionRule(name: "two", conditions: [.init(.capturing, ["no"])], adoption: nil),
    ]
    let read = configuration(of: text)
    #expect(read.faults == [])
    #expect(read.settings.rules == AdoptionRules(rules))
  }

  @Test func `every key of what a rule gives sets what it says`() {
    let text = """
      [Rule one]
      Direction=output
      Action=adopt
      Category=playAndRecord
      Mode=videoChat
      Options=duckOthers
      Options=allowBluetoothA2DP
      Role=siren
      Zone=bath
      Hold=silence
      Linger=3s
      NotifyOthers=no
      NowPlaying=yes
      LowersItself=yes
      WhileHeard=yes
      [Rule two]
      Direction=input
      Priority=alarm
      """
    var one = Adoption()
    one.category = .playAndRecord
    one.mode = .videoChat
    one.options = [.duckOthers, .allowBluetoothA2DP]
    one.role = "siren"
    one.zone = "bath"
    one.hold = .silence
    one.linger = .seconds(3)
    one.notifiesOthers = false
    one.isNowPlayingCandidate = true
    one.lowersItself = true
    one.whileHeard = true
    var two = Adoption()
    two.priority = .alarm
    let read = configuration(of: text)
    #expect(read.faults == [])
    #expect(read.settings.rules.rules.map(\.adoption) == [one, two])
  }

  @Test func `an empty value takes back what lines before it said`() {
    let text = """
      [Output sink]
      Zone=bath
      Zone=
      [Rule one]
      Binary=a
      Binary=
      Binary=b
      Options=duckOthers
      Options=
      Options=mixWithOthers
      Role=siren
      Role=
      """
    let read = configuration(of: text)
    #expect(read.faults == [])
    #expect(read.settings.outputZones == [:])
    var adoption = Adoption()
    adoption.options = .mixWithOthers
    let rule = AdoptionRule(name: "one", conditions: [.init(.binary, ["b"])], adoption: adoption)
    #expect(read.settings.rules == AdoptionRules([rule]))
  }

  private static let conditions =
    "expected Direction=, ApplicationName=, Binary=, MediaRole=, PortalAppID=, NodeName=, "
    + "MPRISIdentity=, Capturing=, Parent=, Sandboxed=, Lasting=, Conversing="
  private static let headers = "expected [Agent], [Output NODE-NAME] or [Rule NAME]"

  /// What is written after `[Rule x]`, line 1, and `Binary=a`, line 2, and what is said of it.
  private static let faultyRules: [(lines: String, faults: [String])] = [
    ("Direction=up", ["a.conf:3: Direction=up: expected output or input"]),
    ("Capturing=maybe", ["a.conf:3: Capturing=maybe: expected yes or no"]),
    ("Action=adapt", ["a.conf:3: Action=adapt: expected adopt or leave"]),
    ("Hold=mute", ["a.conf:3: Hold=mute: expected pause or silence"]),
    ("Linger=11min", ["a.conf:3: Linger=11min: expected a time, 0 to 10min"]),
    ("NowPlaying=si", ["a.conf:3: NowPlaying=si: expected yes or no"]),
    (
      "Priority=highest",
      [
        "a.conf:3: Priority=highest: expected normal, assistant, alarm, ringtone or phoneCall"
      ]
    ),
    (
      "Zone=a\u{1}",
      [
        "a.conf:3: Zone=a\u{1}: expected a name of at most 128 bytes without control characters"
      ]
    ),
    (
      "binary=x",
      [
        "a.conf:3: binary=x: \(conditions), Action=, Category=, Mode=, Options=, Role=, Priority=, "
          + "Zone=, Hold=, Linger=, WhileHeard=, NotifyOthers=, NowPlaying= or LowersItself=; "
          + "did you mean Binary=?"
      ]
    ),
    (
      "Action=leave\nHold=pause\nCategory=ambient",
      [
        "a.conf:5: Category=: expected nothing given beside Action=leave"
      ]
    ),
    (
      "Role=siren\nPriority=alarm",
      [
        "a.conf:3: Role=siren: expected no role beside the priority alarm"
      ]
    ),
    (
      "Priority=phoneCall\nWhileHeard=yes",
      ["a.conf:4: WhileHeard=yes: expected no Priority=phoneCall beside it"]
    ),
    (
      "WhileHeard=yes\nCategory=record",
      ["a.conf:3: WhileHeard=yes: expected a Category= that plays beside it"]
    ),
    (
      "Mode=videoChat",
      [
        "a.conf:3: Mode=videoChat: expected Category=playAndRecord beside it"
      ]
    ),
    (
      "Category=soloAmbient\nOptions=duckOthers",
      [
        "a.conf:4: Options=duckOthers: expected allowAirPlay or allowBluetoothA2DP in category "
          + "soloAmbient, mode default"
      ]
    ),
    (
      "Category=record\nOptions=farFieldInput",
      [
        "a.conf:4: Options=farFieldInput: expected allowBluetoothHFP beside farFieldInput or mode "
          + "dualRoute"
      ]
    ),
    ("[Rule x]\nBinary=b", ["a.conf:3: [Rule x]: expected a name that no rule above has"]),
    (
      "[Rule y]\nHold=pause",
      [
        "a.conf:3: [Rule y]: expected one or more of "
          + conditions.dropFirst("expected ".count).replacing(
            ", Conversing=",
            with: " or Conversing="
          )
      ]
    ),
  ]

  @Test func `a fault in a rule: reported with its line and with what was expected`() {
    for (lines, expected) in Self.faultyRules {
      #expect(faults(of: "[Rule x]\nBinary=a\n\(lines)") == expected)
    }
  }

  private static let faultyFiles: [(text: String, faults: [String])] = [
    ("Fade=1s", ["a.conf:1: Fade=1s: expected a [Section] above it"]),
    ("[Agnt]\nFade=x", ["a.conf:1: [Agnt]: \(headers); did you mean [Agent]?"]),
    ("[Rule]", ["a.conf:1: [Rule]: \(headers)"]),
    (
      "[Grant phoneCall]\nUsers=0",
      ["a.conf:1: [Grant phoneCall]: \(headers); [Grant] belongs to audiosessiond.conf"]
    ),
    ("[Output]", ["a.conf:1: [Output]: \(headers)"]),
    ("[Rule a b]\nBinary=x", ["a.conf:1: [Rule a b]: expected a name of one word"]),
    (
      "[Agent]\nnonsense",
      [
        "a.conf:2: nonsense: expected Key=Value, [Section] or a comment"
      ]
    ),
    (
      "[Agent]\nFade=11s\nGrantTimeout=3s\nZones=rooms\nSilenced=x",
      [
        "a.conf:2: Fade=11s: expected a time, 0 to 10s",
        "a.conf:3: GrantTimeout=3s: expected a time, 0 to 2s",
        "a.conf:4: Zones=rooms: expected none or outputs",
        "a.conf:5: Silenced=x: expected yes or no",
      ]
    ),
    ("[Output x]\nzone=a", ["a.conf:2: zone=a: expected Zone=; did you mean Zone=?"]),
  ]

  @Test func `a fault outside rules: reported with its line and with what was expected`() {
    for (text, expected) in Self.faultyFiles { #expect(faults(of: text) == expected) }
  }

  @Test func `the rules of later files come before those of earlier ones`() throws {
    let folder = try TemporaryDirectory()
    let names = [
      "usr/lib/audiosession/audiosession-agent.conf",
      "etc/audiosession/audiosession-agent.conf",
      "run/audiosession/audiosession-agent.conf.d/05-b.conf",
      "etc/audiosession/audiosession-agent.conf.d/10-a.conf",
      "home/audiosession/audiosession-agent.conf",
      "home/audiosession/audiosession-agent.conf.d/00-c.conf",
    ]
    for (index, name) in names.enumerated() {
      let rules = "[Rule \(index)-first]\nBinary=a\n[Rule \(index)-second]\nBinary=b\n"
      try folder.write("[Agent]\nFade=\(index)ms\n\(rules)", to: name)
    }
    try folder.write("nonsense", to: "home/audiosession/audiosession-agent.conf.d/notes")
    let read = folder.load()
    #expect(read.files == names.map { "\(folder.path)/\($0)" })
    #expect(read.settings.fade == .milliseconds(5))
    #expect(
      read.settings.rules.rules.map(\.name)
        == (0..<6).reversed().flatMap { ["\($0)-first", "\($0)-second"] }
    )
    #expect(read.setBy["Agent.Fade"] == Place(file: "\(folder.path)/\(names[5])", line: 2))
    #expect(read.setBy["Rule 1-second"] == Place(file: "\(folder.path)/\(names[1])", line: 5))
    #expect(
      read.ignored == ["\(folder.path)/home/audiosession/audiosession-agent.conf.d/notes"]
    )
  }

  private static let shipped = "usr/lib/audiosession/audiosession-agent.conf"
  private static let own = "home/audiosession/audiosession-agent.conf"

  @Test func `a rule of the same name stands in the earlier one's place`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("[Rule a]\nBinary=a\n[Rule b]\nBinary=b\nHold=silence\n", to: Self.shipped)
    try folder.write("[Rule c]\nBinary=c\n[Rule b]\nBinary=x\n", to: Self.own)
    let rules = folder.load().settings.rules.rules
    #expect(rules.map(\.name) == ["c", "a", "b"])
    #expect(rules.last?.conditions == [.init(.binary, ["x"])])
    #expect(rules.last?.adoption?.hold == .pause)
  }

  @Test func `an empty rule takes the earlier one of its name away`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("[Rule a]\nBinary=a\n[Rule b]\nBinary=b\n", to: Self.shipped)
    try folder.write("[Rule a]\n[Rule nobody]\n", to: Self.own)
    let read = folder.load()
    #expect(read.settings.rules.rules.map(\.name) == ["b"])
    #expect(read.faults == [])
    #expect(
      read.warnings.map(\.description) == [
        "\(folder.path)/\(Self.own):2: warning: [Rule nobody]: expected keys below it, or a rule "
          + "of this name in an earlier file to remove"
      ]
    )
  }

  @Test func `of a file with a fault nothing holds, and of the others everything`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("[Agent]\nFade=1s\n[Rule a]\nBinary=a\n", to: Self.shipped)
    try folder.write(
      "[Agent]\nFade=2s\nSilenced=yes\n[Rule a]\nBinary=x\n[Rule b]\nBinray=b\n",
      to: Self.own
    )
    let read = folder.load()
    #expect(read.settings.fade == .seconds(1))
    #expect(!read.settings.isSilenced)
    #expect(read.settings.rules.rules.map(\.conditions) == [[.init(.binary, ["a"])]])
    #expect(read.files == ["\(folder.path)/\(Self.shipped)"])
    #expect(read.leftOut.map(\.file) == ["\(folder.path)/\(Self.own)"])
    // The mistyped line alone: that the rule has no condition comes of it.
    #expect(read.faults.map(\.place.line) == [7])
  }

  @Test func `without any file nothing is adopted`() throws {
    let read = try TemporaryDirectory().load()
    #expect(read.settings == AgentSettings())
    #expect(read.faults == [])
    #expect(
      AgentConfigurationPrinter.effective(read).hasPrefix(
        "# no configuration file was found, and so no stream is adopted\n"
      )
    )
  }

  @Test func `the output of --check-config: reads back as the same settings`() {
    let text = """
      [Agent]
      Zones=outputs
      Fade=1s 20ms
      [Output sink]
      Zone=bath
      [Rule a]
      Binary=a
      Binary=b*
      Capturing=yes
      Category=playAndRecord
      Mode=videoChat
      Options=duckOthers interruptSpokenAudioAndMixWithOthers
      Zone=kitchen
      Linger=0
      [Rule b]
      Direction=input
      Action=leave
      """
    for read in [configuration(of: text), shippedConfiguration()] {
      let printed = AgentConfigurationPrinter.effective(read)
      #expect(configuration(of: printed).settings == read.settings)
      #expect(configuration(of: printed).faults == [])
    }
    let printed = AgentConfigurationPrinter.effective(configuration(of: text))
    #expect(printed.contains("\n# a.conf:3\nFade=1s 20ms\n"))
    #expect(printed.contains("\n[Rule a]\n# a.conf:6\nBinary=a\nBinary=b*\n"))
    #expect(printed.contains("\nOptions=duckOthers interruptSpokenAudioAndMixWithOthers\n"))
  }

  @Test(
    arguments: [
      ("/usr/bin/audiosession-agent", "/usr/lib/audiosession"),
      ("/home/a/.local/bin/audiosession-agent", "/home/a/.local/lib/audiosession"),
      ("/home/a/checkout/.build/debug/audiosession-agent", "/home/a/checkout/config"),
      ("/audiosession-agent", nil),
    ] as [(String, String?)]
  )
  func `the shipped rules are where the program was installed, or built`(
    program: String,
    folder: String?
  ) {
    #expect(ConfigurationSource.shippedFolder(ofProgram: program) == folder)
  }
}
