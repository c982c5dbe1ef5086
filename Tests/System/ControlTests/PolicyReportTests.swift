import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import audiosessionctl
@testable import ControlCore

struct PolicyReportTests {
  @Test func `R59: the table as the rules have it, and what differs from the built-in`() throws {
    let lines = PolicyReport(Self.policy, .plain).lines
    #expect(lines.joined(separator: "\n") == Self.plain)
    let table = lines.drop { $0 != "[Interactions]" }.prefix { $0 != "[Role emergency]" }
    #expect(table.allSatisfy { $0.count <= 80 })
    let coloured = readable(PolicyReport(Self.policy, .coloured).lines)
      .split(separator: "\n")
    #expect(coloured[5] == "<33>DuckGain=0.5  * built-in: 0.2, set by /etc/a.conf:2</>")
  }

  @Test func `without any file, nothing is marked`() throws {
    let result = PolicyResult(
      policy: Policy(),
      kinds: Kind.builtIn.compactMap(\.builtInName),
      table: Self.table,
      limits: Limits()
    )
    let lines = PolicyReport(result, .plain).lines
    #expect(lines.first == "# no file: built-in values")
    #expect(!lines.contains { $0.contains("*") })
  }

  static var policy: PolicyResult {
    var policy = Policy()
    policy.duckGain = 0.5
    policy.duckRamp = .zero
    policy.resumeOffer = nil
    var limits = Limits()
    limits.jsonDepth = 16
    return PolicyResult(
      policy: policy,
      kinds: Kind.builtIn.compactMap(\.builtInName) + ["emergency", "chime"],
      table: changedTable,
      roles: [
        RoleObject(name: "emergency", like: "alarm", granted: false),
        RoleObject(name: "chime", like: "ducking", granted: true),
      ],
      grants: [
        "phoneCall": GrantObject(
          users: [0, 1000],
          groups: [29, 30],
          units: ["a.service", "b.service"]
        ),
        "alarm": GrantObject(users: [1000]), "admin": GrantObject(),
        "emergency": GrantObject(users: [0], userUnits: ["siren.service"]),
      ],
      zones: .user,
      limits: limits,
      files: ["/etc/b.conf", "/etc/a\u{9B}.conf", "/etc/a.conf"],
      setBy: [
        "Policy.DuckGain": "/etc/a.conf:2", "Policy.UnduckRamp": "/etc/a.conf:3",
        "Interactions.phoneCall.mixable": "/etc/a.conf:4",
        "Interactions.emergency.*": "/etc/a.conf:10", "Interactions.phoneCall.*": "/etc/a.conf:11",
        "Interactions.emergency.chime": "/etc/b.conf:7",
        "Interactions.alarm.exclusive": "/etc/b.conf:9",
        "Interactions.spoken.spoken": "/etc/b.conf:10",
        "Interactions.*.recording": "/etc/b.conf:12",
        "Grant phoneCall.Users": "/etc/a.conf:6", "Grant admin.Users": "/etc/a.conf:8",
        "Role emergency.Like": "/etc/b.conf:2", "Role chime.Like": "/etc/b.conf:4",
        "Zones.Default": "/etc/b.conf:20",
      ]
    )
  }

  /// The square of Rules.md.
  private static var table: [[Square]] {
    let words: [Substring: Outcome] = [
      "int": .interrupt, "duck": .duck, "low": .duckNewcomer, "pri": .refuse, "mix": .mix,
    ]
    return square.split(separator: "\n").map { row in
      row.split(separator: " ").compactMap { words[$0] }.map { Square($0) }
    }
  }

  /// The same with a role like an alarm and one like a prompt, and what the lines change.
  private static var changedTable: [[Square]] {
    let likes = Array(0..<13) + [9, 5]
    var table = likes.map { row in likes.map { self.table[row][$0] } }
    for row in table.indices { table[row][2] = Square(.duckNewcomer, gain: 0.3) }
    for column in table.indices { table[11][column] = Square(.interrupt) }
    for column in table.indices { table[13][column] = Square(.mix) }
    table[11][3] = Square(.duck)
    table[9][0] = Square(.duck)
    table[13][14] = Square(.duck, gain: 0.5011872336272722)
    return table
  }

  private static let square = """
    int   int   int   mix   mix   low   mix   low   low   pri   pri   pri   low
    int   int   int   mix   mix   low   mix   low   low   pri   pri   pri   low
    int   int   int   mix   mix   low   mix   low   pri   pri   pri   pri   low
    mix   mix   mix   mix   mix   low   mix   low   low   low   low   low   low
    mix   mix   mix   mix   mix   low   mix   low   low   low   low   low   low
    duck  duck  duck  duck  duck  duck  duck  duck  low   low   low   low   low
    mix   int   mix   mix   int   low   mix   low   low   low   low   low   low
    duck  int   duck  duck  int   duck  duck  duck  low   low   low   low   low
    int   int   int   duck  int   duck  duck  duck  int   duck  pri   pri   mix
    int   int   int   duck  int   duck  duck  duck  low   int   low   low   low
    int   int   int   int   int   duck  int   duck  int   int   mix   low   low
    int   int   int   int   int   duck  int   duck  int   int   int   int   mix
    duck  duck  duck  duck  duck  duck  duck  duck  mix   duck  duck  mix   mix
    """

  private static let plain = """
    # /etc/b.conf
    # /etc/a\\u{9b}.conf
    # /etc/a.conf

    [Policy]
    Profile=
    DuckGain=0.5  * built-in: 0.2, set by /etc/a.conf:2
    StrongDuckGain=0.0178
    DuckRamp=0ms  * built-in: 300ms
    UnduckRamp=1s  * set by /etc/a.conf:3
    ResumeOffer=infinity  * built-in: 5s
    EndedOnSilentDeactivation=yes
    PlaybackDuringPhoneCall=yes
    InterruptOnSleep=yes
    RefusedDisplaces=no
    ReleaseOnMixable=yes
    InterruptedMayStart=yes
    AccessibilityGrant=no
    TellDucked=yes
    AboveNormalNotifies=yes
    MeetWithinApplication=no
    UnsuitableModeIsDefault=no
    BannerIsSilent=no
    RouteLossInterruptsAll=yes
    SuspensionIsTold=yes
    BackgroundStartByCategory=no
    EnforcementTimeout=200ms

    [Interactions]
    # For each newcomer: an outcome, and the current sessions to which it applies.
    # duck lowers the current session, duckNewcomer the newcomer; refuse refuses it.
    # askToDuck tells the current session, which lowers itself.
    exclusive
      mix               mixable mixableSpoken interruptingSpoken
      duckNewcomer      ducking duckingInterruptingSpoken assistant accessibility
                        chime
      duckNewcomer 0.3  recording*
      interrupt         exclusive spoken
      refuse            alarm ringtone phoneCall emergency
    spoken
      mix               mixable mixableSpoken interruptingSpoken
      duckNewcomer      ducking duckingInterruptingSpoken assistant accessibility
                        chime
      duckNewcomer 0.3  recording*
      interrupt         exclusive spoken
      refuse            alarm ringtone phoneCall emergency
    recording
      mix               mixable mixableSpoken interruptingSpoken
      duckNewcomer      ducking duckingInterruptingSpoken accessibility chime
      duckNewcomer 0.3  recording*
      interrupt         exclusive spoken
      refuse            assistant alarm ringtone phoneCall emergency
    mixable
      mix               exclusive spoken mixable mixableSpoken interruptingSpoken
      duckNewcomer      ducking duckingInterruptingSpoken assistant alarm ringtone
                        phoneCall accessibility emergency chime
      duckNewcomer 0.3  recording*
    mixableSpoken
      mix               exclusive spoken mixable mixableSpoken interruptingSpoken
      duckNewcomer      ducking duckingInterruptingSpoken assistant alarm ringtone
                        phoneCall accessibility emergency chime
      duckNewcomer 0.3  recording*
    ducking
      duck              exclusive spoken mixable mixableSpoken ducking
                        interruptingSpoken duckingInterruptingSpoken chime
      duckNewcomer      assistant alarm ringtone phoneCall accessibility emergency
      duckNewcomer 0.3  recording*
    interruptingSpoken
      mix               exclusive mixable interruptingSpoken
      duckNewcomer      ducking duckingInterruptingSpoken assistant alarm ringtone
                        phoneCall accessibility emergency chime
      duckNewcomer 0.3  recording*
      interrupt         spoken mixableSpoken
    duckingInterruptingSpoken
      duck              exclusive mixable ducking interruptingSpoken
                        duckingInterruptingSpoken chime
      duckNewcomer      assistant alarm ringtone phoneCall accessibility emergency
      duckNewcomer 0.3  recording*
      interrupt         spoken mixableSpoken
    assistant
      mix               accessibility
      duck              mixable ducking interruptingSpoken
                        duckingInterruptingSpoken alarm emergency chime
      duckNewcomer 0.3  recording*
      interrupt         exclusive spoken mixableSpoken assistant
      refuse            ringtone phoneCall
    alarm
      duck              exclusive* mixable ducking interruptingSpoken
                        duckingInterruptingSpoken chime
      duckNewcomer      assistant ringtone phoneCall accessibility
      duckNewcomer 0.3  recording*
      interrupt         spoken mixableSpoken alarm emergency
    ringtone
      mix               ringtone
      duck              ducking duckingInterruptingSpoken chime
      duckNewcomer      phoneCall accessibility
      duckNewcomer 0.3  recording*
      interrupt         exclusive spoken mixable mixableSpoken interruptingSpoken
                        assistant alarm emergency
    phoneCall
      duck       mixable*
      interrupt  exclusive spoken recording mixableSpoken ducking*
                 interruptingSpoken duckingInterruptingSpoken* assistant alarm
                 ringtone phoneCall accessibility* emergency chime*
    accessibility
      mix               assistant phoneCall accessibility
      duck              exclusive spoken mixable mixableSpoken ducking
                        interruptingSpoken duckingInterruptingSpoken alarm
                        ringtone emergency chime
      duckNewcomer 0.3  recording*
    emergency
      mix        exclusive* spoken* recording* mixable* mixableSpoken* ducking*
                 interruptingSpoken* duckingInterruptingSpoken* assistant* alarm*
                 ringtone* phoneCall* accessibility* emergency*
      duck -6dB  chime*
    chime
      duck              exclusive spoken mixable mixableSpoken ducking
                        interruptingSpoken duckingInterruptingSpoken chime
      duckNewcomer      assistant alarm ringtone phoneCall accessibility emergency
      duckNewcomer 0.3  recording*
    emergency.chime=duck -6dB  * built-in: duck, set by /etc/b.conf:7
    alarm.exclusive=duck  * built-in: interrupt, set by /etc/b.conf:9
    spoken.spoken=interrupt  * set by /etc/b.conf:10
    *.recording=duckNewcomer 0.3  * set by /etc/b.conf:12
    phoneCall.mixable=duck  * built-in: interrupt, set by /etc/a.conf:4
    emergency.*=mix  * set by /etc/a.conf:10
    phoneCall.*=interrupt  * set by /etc/a.conf:11

    [Role emergency]
    Like=alarm  * not granted to you, set by /etc/b.conf:2

    [Role chime]
    Like=ducking  * set by /etc/b.conf:4

    [Zones]
    Default=user  * built-in: shared, set by /etc/b.conf:20

    [Grant phoneCall]
    Users=0 alice  * set by /etc/a.conf:6
    Groups=audio 30
    Units=a.service b.service

    [Grant alarm]
    Users=alice

    [Grant admin]
    Users=  * set by /etc/a.conf:8

    [Grant emergency]
    Users=0
    UserUnits=siren.service

    [Limits]
    LineBytes=65536
    BatchRequests=64
    JSONDepth=16  * built-in: 32
    NameBytes=128
    SessionsPerConnection=16
    SessionsPerUser=1024
    ConnectionsPerUser=256
    Connections=4096
    CoalesceBytes=65536
    UnsentBytes=262144
    BufferedBytesPerUser=8388608
    """
}
