import Glibc
import Testing

@testable import AudioSessionSystem

@Suite struct ProcessInformationTests {
  /// The fields of `/proc/PID/stat` from the third on; the start time is the 22nd of all.
  static let rest = "S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20 21"

  static let stats: [(text: String, startTime: UInt64?, comm: String?)] = [
    ("812 (mpd) \(rest)\n", 4711, "mpd"),
    ("812 (a b) \(rest)\n", 4711, "a b"),
    ("812 (a) S 9) \(rest)\n", 4711, "a) S 9"),
    ("812 (()) \(rest)\n", 4711, "()"),
    ("812 () \(rest)\n", 4711, ""),
    ("812 (a\nb) \(rest)\n", 4711, "a\u{FFFD}b"),
    ("812 (\u{1B}[2J) \(rest)\n", 4711, "\u{FFFD}[2J"),
    ("812 (a\u{202E}\u{200B}b) \(rest)\n", 4711, "a\u{FFFD}\u{FFFD}b"),
    ("812 (ナビ) \(rest)\n", 4711, "ナビ"),
    ("812 (mpd) S 1 2\n", nil, nil),
    ("812 mpd \(rest)\n", nil, nil),
    ("812 )mpd( \(rest)\n", nil, nil),
    ("", nil, nil),
  ]

  @Test(arguments: stats)
  func `the start time and the name in a stat line`(text: String, startTime: UInt64?, comm: String?)
  {
    let parsed = ProcessInformation.parse(stat: Array(text.utf8))
    #expect(parsed?.startTime == startTime)
    #expect(parsed?.comm == comm)
  }

  static let user = "0::/user.slice/user-1000.slice/user@1000.service"

  static let cgroups: [(text: String, unit: String?, userUnit: String?)] = [
    ("0::/system.slice/mpd.service\n", "mpd.service", nil),
    ("0::/system.slice/system-getty.slice/getty@tty1.service\n", "getty@tty1.service", nil),
    ("0::/system.slice/mpd.service/child\n", "mpd.service", nil),
    ("0::/system.slice/mpd.service (deleted)\n", "mpd.service", nil),
    ("0::/system.slice/_memory.service\n", "memory.service", nil),
    ("0::/init.scope\n", "init.scope", nil),
    ("0::/user.slice/user-1000.slice/session-3.scope\n", "session-3.scope", nil),
    ("\(user)\n", "user@1000.service", nil),
    ("\(user)/init.scope\n", "user@1000.service", "init.scope"),
    ("\(user)/app.slice/mpd.service\n", "user@1000.service", "mpd.service"),
    ("\(user)/app.slice/app-a.slice/a@1.service/x\n", "user@1000.service", "a@1.service"),
    ("\(user)/app.slice\n", "user@1000.service", nil),
    ("0::/system.slice/a.service/user@1000.service/b.service\n", "a.service", nil),
    ("12:cpu:/other.service\n0::/system.slice/a.service\n", "a.service", nil),
    ("12:cpu:/other.service\n", nil, nil),
    ("0::/\n", nil, nil),
    ("0::/system.slice\n", nil, nil),
    ("0::/../system.slice/mpd.service\n", nil, nil),
    ("0::/system.slice/../mpd.service\n", nil, nil),
    ("", nil, nil),
  ]

  @Test(arguments: cgroups) func `the units in a cgroup`(
    text: String,
    unit: String?,
    userUnit: String?
  ) {
    let parsed = ProcessInformation.parse(cgroup: text)
    #expect(parsed.unit == unit)
    #expect(parsed.userUnit == userUnit)
  }

  /// A peer that is taken for one without a unit loses its unit's grants.
  @Test func `a cgroup that there is no room to read isn't that of a process without a unit`() {
    for code in [EMFILE, ENFILE, ENOMEM] {
      let error = #expect(throws: Errno.self) {
        try ProcessInformation.units { () throws(Errno) in throw Errno(.open, code) }
      }
      #expect(error == Errno(.open, code))
    }
    let hidden = try? ProcessInformation.units { () throws(Errno) in throw Errno(.open, ENOENT) }
    #expect(hidden != nil && hidden?.unit == nil)
  }

  @Test func `the start time of this process: not zero, and the same each time`() throws {
    let first = try ProcessInformation.read(pid: getpid())
    #expect(first.startTime > 0)
    #expect(try ProcessInformation.read(pid: getpid()) == first)
  }
}
