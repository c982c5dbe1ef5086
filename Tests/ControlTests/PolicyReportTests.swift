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
    let reply = try json(PolicyResult(policy: policy, table: Self.table, limits: limits))
    #expect(PolicyReport.lines(reply, .plain).joined(separator: "\n") == Self.plain)
    let coloured = readable(PolicyReport.lines(reply, .coloured)).split(separator: "\n")
    #expect(coloured[1] == "<33>DuckGain=0.5  * built-in: DuckGain=0.2</>")
    #expect(
      coloured[12]
        == "exclusive                  <1>N</>   int   int   <2>mix</>    <2>mix</>   low   "
        + "<2>mix</>   low   <31>pri</>  <31>pri</>   <31>pri</>  <31>pri</>"
    )
    #expect(coloured[22].hasPrefix("phoneCall                  <1>CL</>  int   int   <33>duck*</>"))
  }

  /// The square of Rules.md with one cell changed.
  private static var table: [Cell: Outcome] {
    let words: [Substring: Outcome] = [
      "int": .interrupt, "duck": .duck, "low": .duckNewcomer, "pri": .refuse, "mix": .mix,
    ]
    let rows = plain.split(separator: "\n").dropFirst(12).prefix(11)
    var table: [Cell: Outcome] = [:]
    for (newcomer, row) in zip(Kind.allCases, rows) {
      let outcomes = row.split(separator: " ").dropFirst(2)
      for (current, word) in zip(Kind.allCases, outcomes) {
        table[Cell(newcomer, current)] = words[word]
      }
    }
    table[Cell(.phoneCall, .mixable)] = .duck
    return table
  }

  private static let plain = """
    [Policy]
    DuckGain=0.5  * built-in: DuckGain=0.2
    StrongDuckGain=0.0178
    DuckRamp=0ms  * built-in: DuckRamp=300ms
    UnduckRamp=1s
    ResumeOffer=5s
    EndedOnSilentDeactivation=yes
    PlaybackDuringPhoneCall=yes
    InterruptOnSleep=yes
    EnforcementTimeout=200ms

    [Interactions]
    new \\ current                  N     S     M      MS    D     I     ID    AS   AL    RG   CL
    exclusive                  N   int   int   mix    mix   low   mix   low   pri  pri   pri  pri
    spoken                     S   int   int   mix    mix   low   mix   low   pri  pri   pri  pri
    mixable                    M   mix   mix   mix    mix   low   mix   low   low  low   low  low
    mixableSpoken              MS  mix   mix   mix    mix   low   mix   low   low  low   low  low
    ducking                    D   duck  duck  duck   duck  duck  duck  duck  low  low   low  low
    interruptingSpoken         I   mix   int   mix    int   low   mix   low   low  low   low  low
    duckingInterruptingSpoken  ID  duck  int   duck   int   duck  duck  duck  low  low   low  low
    assistant                  AS  int   int   duck   int   duck  duck  duck  int  duck  pri  pri
    alarm                      AL  int   int   duck   int   duck  duck  duck  low  int   low  low
    ringtone                   RG  int   int   int    int   int   int   int   int  int   mix  low
    phoneCall                  CL  int   int   duck*  int   int   int   int   int  int   int  int
    phoneCall.mixable=duck  * built-in: interrupt
    mix: nothing happens. duck: the current one is lowered. low: the newcomer is lowered
    (duckNewcomer). int: the current one is interrupted. pri: the newcomer is refused.

    [Limits]
    LineBytes=65536
    BatchRequests=64
    JSONDepth=16  * built-in: JSONDepth=32
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
