import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import audiosessionctl

struct PolicyReportTests {
  @Test func `R59: the table as the rules have it, and what differs from the built-in`() throws {
    var policy = PolicyObject()
    policy.duckGain = 0.5
    policy.duckRampMilliseconds = 0
    var limits = Limits()
    limits.jsonDepth = 16
    let result = PolicyResult(
      policy: policy,
      table: Self.table,
      grants: [
        .phoneCall: GrantObject(
          users: [0, 1000],
          groups: [29, 30],
          units: ["a.service", "b.service"]
        ),
        .alarm: GrantObject(users: [1000]), .admin: GrantObject(),
      ],
      limits: limits,
      files: ["/etc/a.conf", "/etc/b\u{9B}.conf"],
      setBy: [
        "Policy.DuckGain": "/etc/a.conf:2", "Interactions.phoneCall.mixable": "/etc/a.conf:4",
        "Grant phoneCall.Users": "/etc/a.conf:6", "Grant admin.Users": "/etc/a.conf:8",
        "Policy.UnduckRamp": "/etc/a.conf:3",
      ]
    )
    let reply = try json(result)
    let lines = PolicyReport(reply, .plain).lines
    #expect(lines.joined(separator: "\n") == Self.plain)
    #expect(lines.dropFirst(15).prefix(50).allSatisfy { $0.count <= 80 })
    let coloured = readable(PolicyReport(reply, .coloured).lines).split(separator: "\n")
    #expect(coloured[3] == "<33>DuckGain=0.5  * built-in: 0.2, set by /etc/a.conf:2</>")
    #expect(
      PolicyReport(try json(PolicyResult(policy: policy, table: [:], limits: limits)), .plain)
        .lines.first == "# no file: built-in values"
    )
  }

  /// The square of Rules.md with one cell changed.
  private static var table: [Cell: Outcome] {
    let words: [Substring: Outcome] = [
      "int": .interrupt, "duck": .duck, "low": .duckNewcomer, "pri": .refuse, "mix": .mix,
    ]
    var table: [Cell: Outcome] = [:]
    for (newcomer, row) in zip(Kind.allCases, square.split(separator: "\n")) {
      for (current, word) in zip(Kind.allCases, row.split(separator: " ")) {
        table[Cell(newcomer, current)] = words[word]
      }
    }
    return table
  }

  private static let square = """
    int   int   mix    mix   low   mix   low   pri  pri   pri  pri
    int   int   mix    mix   low   mix   low   pri  pri   pri  pri
    mix   mix   mix    mix   low   mix   low   low  low   low  low
    mix   mix   mix    mix   low   mix   low   low  low   low  low
    duck  duck  duck   duck  duck  duck  duck  low  low   low  low
    mix   int   mix    int   low   mix   low   low  low   low  low
    duck  int   duck   int   duck  duck  duck  low  low   low  low
    int   int   duck   int   duck  duck  duck  int  duck  pri  pri
    int   int   duck   int   duck  duck  duck  low  int   low  low
    int   int   int    int   int   int   int   int  int   mix  low
    int   int   duck   int   int   int   int   int  int   int  int
    """

  private static let plain = """
    # /etc/a.conf
    # /etc/b\\u{9b}.conf

    [Policy]
    DuckGain=0.5  * built-in: 0.2, set by /etc/a.conf:2
    StrongDuckGain=0.0178
    DuckRamp=0ms  * built-in: 300ms
    UnduckRamp=1s  * set by /etc/a.conf:3
    ResumeOffer=5s
    EndedOnSilentDeactivation=yes
    PlaybackDuringPhoneCall=yes
    InterruptOnSleep=yes
    EnforcementTimeout=200ms

    [Interactions]
    # A newcomer, what happens, and with which current sessions; duck lowers the
    # current one, duckNewcomer the newcomer, and refuse refuses it.
    exclusive
      mix           mixable mixableSpoken interruptingSpoken
      duckNewcomer  ducking duckingInterruptingSpoken
      interrupt     exclusive spoken
      refuse        assistant alarm ringtone phoneCall
    spoken
      mix           mixable mixableSpoken interruptingSpoken
      duckNewcomer  ducking duckingInterruptingSpoken
      interrupt     exclusive spoken
      refuse        assistant alarm ringtone phoneCall
    mixable
      mix           exclusive spoken mixable mixableSpoken interruptingSpoken
      duckNewcomer  ducking duckingInterruptingSpoken assistant alarm ringtone
                    phoneCall
    mixableSpoken
      mix           exclusive spoken mixable mixableSpoken interruptingSpoken
      duckNewcomer  ducking duckingInterruptingSpoken assistant alarm ringtone
                    phoneCall
    ducking
      duck          exclusive spoken mixable mixableSpoken ducking
                    interruptingSpoken duckingInterruptingSpoken
      duckNewcomer  assistant alarm ringtone phoneCall
    interruptingSpoken
      mix           exclusive mixable interruptingSpoken
      duckNewcomer  ducking duckingInterruptingSpoken assistant alarm ringtone
                    phoneCall
      interrupt     spoken mixableSpoken
    duckingInterruptingSpoken
      duck          exclusive mixable ducking interruptingSpoken
                    duckingInterruptingSpoken
      duckNewcomer  assistant alarm ringtone phoneCall
      interrupt     spoken mixableSpoken
    assistant
      duck       mixable ducking interruptingSpoken duckingInterruptingSpoken
                 alarm
      interrupt  exclusive spoken mixableSpoken assistant
      refuse     ringtone phoneCall
    alarm
      duck          mixable ducking interruptingSpoken duckingInterruptingSpoken
      duckNewcomer  assistant ringtone phoneCall
      interrupt     exclusive spoken mixableSpoken alarm
    ringtone
      mix           ringtone
      duckNewcomer  phoneCall
      interrupt     exclusive spoken mixable mixableSpoken ducking
                    interruptingSpoken duckingInterruptingSpoken assistant alarm
    phoneCall
      duck       mixable*
      interrupt  exclusive spoken mixableSpoken ducking interruptingSpoken
                 duckingInterruptingSpoken assistant alarm ringtone phoneCall
    phoneCall.mixable=duck  * built-in: interrupt, set by /etc/a.conf:4

    [Grant phoneCall]
    Users=0 alice  * set by /etc/a.conf:6
    Groups=audio 30
    Units=a.service b.service

    [Grant ringtone]

    [Grant alarm]
    Users=alice

    [Grant assistant]

    [Grant system]

    [Grant enforcement]

    [Grant observe]

    [Grant admin]
    Users=  * set by /etc/a.conf:8

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
