import AudioSessionWire
import Testing

@testable import audiosessionctl

struct ListReportTests {
  @Test func `all sessions, aligned`() throws {
    let reply = try Canned.list(Canned.all)
    #expect(
      ListReport.lines(reply, .plain).joined(separator: "\n") == """
        ID  NAME        OWNER          UID  PRIORITY  USE                                  STATE
         7  mpd         mpd.service   1000  normal    playback                             \
        active, playing, lowered to -14 dB
         9  ナビ        navi.service  1000  normal    playback, voicePrompt, ducks others  active
        10  -           -             1001  normal    playback, spokenAudio                \
        interrupted (builtInMicMuted)
        11  memo\\u{9b}  arecord[77]   1000  normal    record                               \
        inactive, in the background
        12  mpd         -             1000  normal    soloAmbient                          inactive

        5 sessions.
        """
    )
  }

  @Test func `no sessions, and no legend`() throws {
    let none = try Canned.list([])
    #expect(ListReport.lines(none, .plain) == ["No session is open."])
    #expect(ListReport.lines(none, .bare) == [])
    #expect(
      ListReport.lines(try Canned.list([Canned.idle]), .bare)
        == ["12  mpd  -  1000  normal  soloAmbient  inactive"]
    )
  }

  @Test func `the state has a colour`() throws {
    let lines = ListReport.lines(try Canned.list([Canned.idle, Canned.navigator]), .coloured)
    #expect(
      readable(lines) == """
        <1>ID</>  <1>NAME</>  <1>OWNER</>          <1>UID</>  <1>PRIORITY</>  <1>USE</>           \
                               <1>STATE</>
        12  mpd   -             1000  normal    soloAmbient                          inactive
         9  ナビ  navi.service  1000  normal    playback, voicePrompt, ducks others  <32>active</>

        2 sessions.
        """
    )
  }
}
