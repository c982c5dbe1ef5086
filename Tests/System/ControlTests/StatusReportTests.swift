import AudioSessionClient
import AudioSessionTypes
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@testable import audiosessionctl

struct StatusReportTests {
  @Test func `R21: status says who plays, why not, and who lowers others in silence`() throws {
    #expect(
      try report().lines(.plain).joined(separator: "\n") == """
        audiosessiond 1.0.0 at /run/audiosession/socket, up 2 h 13 min
          epoch 0123456789abcdeffedcba9876543210, decision 1207, 4 connections, 1 enforcer
          5 sessions: 2 active (1 lowered), 1 interrupted, 2 inactive. 1 lease.
          1 refused session waiting to be invited to resume (R34).

         7  mpd         mpd.service   playback                             active, playing, \
        lowered to -14 dB
            mpd (session 7) is lowered under ナビ (session 9) (R59 ducking.exclusive), since \
        10:41:55 (12 s ago).
         9  ナビ        navi.service  playback, voicePrompt, ducks others  active
            It lowers mpd (session 7) while playing nothing itself (R21).
        10  -           -             playback, spokenAudio                interrupted \
        (builtInMicMuted)
        11  memo\\u{9b}  arecord[77]   record                               inactive, in the \
        background
            session 11 was refused with '!pri' (R7), since 10:41:55 (12 s ago).

        One more is inactive.
        """
    )
  }

  @Test func `R63: where sessions are in zones, status goes zone by zone`() throws {
    var counts = counts(sessions: 4, active: 4)
    counts.leases = 1
    let sessions = [Canned.music, Canned.game, Canned.siren, Canned.navigator]
    let report = StatusReport(
      path: "/s",
      status: Canned.status(counts),
      sessions: sessions,
      explanations: [Canned.explanation, Canned.silence]
    )
    #expect(
      readable(Array(report.lines(.coloured).dropFirst(4))) == """
        <1>Zone hall\\u{9b}</>
        14  <1>siren</>  -             playback, role emergency, alarm, lease fire  \
        <32>active, playing</>

        <1>Zone kitchen</>
        13  <1>game</>   -             ambient, application browser                 \
        <33>active, silenced</>
            game (session 13) is silent while the silent switch is on (R62), since 10:41:55 \
        (12 s ago).

        <1>No zone</>
         7  <1>mpd</>    mpd.service   playback                                     \
        <33>active, playing, lowered to -14 dB</>
            mpd (session 7) is lowered under ナビ (session 9) (R59 ducking.exclusive), since \
        10:41:55 (12 s ago).
         9  <1>ナビ</>   navi.service  playback, voicePrompt, ducks others          <32>active</>
            It lowers mpd (session 7) while playing nothing itself (R21).
        """
    )
  }

  @Test func `R63: of another user's session it isn't said that it is in no zone`() throws {
    let report = StatusReport(
      path: "/s",
      status: Canned.status(counts(sessions: 2, active: 1)),
      sessions: [Canned.game, Canned.book],
      explanations: []
    )
    #expect(report.lines(.plain).dropFirst(7).first == "No zone, or one that isn't shown")
  }

  @Test func `R63: where all are in a zone, none has a heading of its own`() throws {
    let report = StatusReport(
      path: "/s",
      status: Canned.status(counts(sessions: 1, active: 1)),
      sessions: [Canned.game],
      explanations: []
    )
    #expect(
      report.lines(.plain).dropFirst(4) == [
        "Zone kitchen", "13  game  -  ambient, application browser  active, silenced",
      ]
    )
  }

  @Test func `status has a wrong file, and a daemon of one's own that isn't there`() throws {
    let lines = StatusReport(
      path: "/s",
      status: Canned.status(counts(sessions: 0), faults: ["/etc/a.conf:2: x: expected y"]),
      sessions: [],
      explanations: [],
      isOwnMissed: true
    ).lines(.plain)
    #expect(
      lines.suffix(3) == [
        "  Configuration fault: /etc/a.conf:2: x: expected y.",
        "  This is the system-wide instance: yours is enabled, but isn't up.",
        "  `audiosessionctl doctor` shows what to do.",
      ]
    )
  }

  @Test func `a daemon of one's own is missed where it is enabled and the system's answers`() throws
  {
    let folder = try TemporaryDirectory()
    let wants = folder.path(of: "systemd/user/sockets.target.wants")
    let variables = ["XDG_RUNTIME_DIR": "/run/user/7", "XDG_CONFIG_HOME": folder.path]
    #expect(!OwnInstance.isMissed(at: SocketPath.system) { variables[$0] })
    try FileManager.default.createDirectory(atPath: wants, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(wants)/audiosessiond.socket",
      withDestinationPath: "/nowhere"
    )
    #expect(OwnInstance.isMissed(at: SocketPath.system) { variables[$0] })
    #expect(!OwnInstance.isMissed(at: "/run/user/7/audiosession/socket") { variables[$0] })
    #expect(!OwnInstance.isMissed(at: SocketPath.system) { $0 == "HOME" ? "/" : nil })
  }

  @Test func `R21: who lowers others and plays or records isn't reported`() throws {
    let changes: [(inout SessionObject) -> Void] = [{ $0.playing = true }, { $0.recording = true }]
    for change in changes {
      var navigator = Canned.navigator
      change(&navigator)
      let report = StatusReport(
        path: "/s",
        status: Canned.status(counts(sessions: 2, active: 2)),
        sessions: [Canned.music, navigator],
        explanations: []
      )
      #expect(report.lines(.plain).dropFirst(4).count == 2)
    }
  }

  @Test func `status in colour`() throws {
    let report = StatusReport(
      path: "/s",
      status: Canned.status(counts(sessions: 2, active: 1)),
      sessions: [Canned.music, Canned.book],
      explanations: []
    )
    #expect(
      readable(report.lines(.coloured)) == """
        <1>audiosessiond 1.0.0</> at /s, up 2 h 13 min
          <2>epoch 0123456789abcdeffedcba9876543210, decision 1207, 4 connections, 1 enforcer</>
          2 sessions: 1 active, 0 interrupted, 1 inactive.

         7  <1>mpd</>  mpd.service  playback               <33>active, playing, lowered to -14 dB</>
        10  <1>-</>    -            playback, spokenAudio  <31>interrupted (builtInMicMuted)</>
        """
    )
  }

  @Test func `where there is nothing to tell, status says so`() throws {
    let none = StatusReport(
      path: "/s",
      status: Canned.status(counts()),
      sessions: [],
      explanations: []
    )
    #expect(none.lines(.plain).last == "  No session is open.")
    let idle = StatusReport(
      path: "/s",
      status: Canned.status(counts(sessions: 1)),
      sessions: [Canned.idle],
      explanations: [Canned.free(12)]
    )
    #expect(
      idle.lines(.plain).dropFirst(2) == [
        "  1 session: 0 active, 0 interrupted, 1 inactive.", "", "All sessions are inactive.",
      ]
    )
  }

  private func report() throws -> StatusReport {
    var counts = counts(sessions: 5, active: 2)
    counts.interrupted = 1
    counts.ducked = 1
    counts.pending = 1
    counts.leases = 1
    return StatusReport(
      path: "/run/audiosession/socket",
      status: Canned.status(counts),
      sessions: Canned.all,
      explanations: [
        Canned.explanation, Canned.refusal, Canned.free(12),
      ]
    )
  }

  private func counts(sessions: Int = 0, active: Int = 0) -> Counts {
    var counts = Counts()
    counts.sessions = sessions
    counts.active = active
    return counts
  }
}
