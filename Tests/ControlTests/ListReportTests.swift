import AudioSessionWire
import Testing

@testable import audiosessionctl

struct ListReportTests {
  @Test func `all sessions, aligned`() throws {
    let reply = try Canned.list(Canned.all)
    #expect(
      ListReport.lines(reply, .plain).joined(separator: "\n") == """
        ID  NAME        OWNER         USER   PRIORITY  USE                                  STATE
         7  mpd         mpd.service   alice  normal    playback                             \
        active, playing, lowered to -14 dB
         9  ナビ        navi.service  alice  normal    playback, voicePrompt, ducks others  active
        10  -           -             1001   normal    playback, spokenAudio                \
        interrupted (builtInMicMuted)
        11  memo\\u{9b}  arecord[77]   alice  normal    record                               \
        inactive, in the background
        12  mpd         -             alice  normal    soloAmbient                          inactive

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
        == ["12  mpd  -  alice  normal  soloAmbient  inactive"]
    )
  }

  @Test func `a list that the terminal has no room for is shortened`() throws {
    var narrow = Presentation.bare
    narrow.columns = 60
    let lines = ListReport.lines(try Canned.list(Canned.all), narrow)
    #expect(
      lines.joined(separator: "\n") == """
         7  mpd       mpd.serv…  alice  normal  playback   active, …
         9  ナビ      navi.ser…  alice  normal  playback…  active
        10  -         -          1001   normal  playback…  interrup…
        11  memo\\u{…  arecord[…  alice  normal  record     inactive…
        12  mpd       -          alice  normal  soloAmbi…  inactive
        """
    )
  }

  @Test func `the state has a colour`() throws {
    let lines = ListReport.lines(try Canned.list([Canned.idle, Canned.navigator]), .coloured)
    #expect(
      readable(lines) == """
        <1>ID</>  <1>NAME</>  <1>OWNER</>         <1>USER</>   <1>PRIORITY</>  <1>USE</>           \
                               <1>STATE</>
        12  mpd   -             alice  normal    soloAmbient                          inactive
         9  ナビ  navi.service  alice  normal    playback, voicePrompt, ducks others  <32>active</>

        2 sessions.
        """
    )
  }
}
