import AudioSessionWire
import Testing

@testable import audiosessionctl
@testable import ControlCore

struct ListReportTests {
  @Test func `all sessions, aligned`() throws {
    #expect(
      ListReport.lines(Canned.all, .plain).joined(separator: "\n") == """
        ID  NAME        OWNER         USER   KIND       USE                                  STATE
         7  mpd         mpd.service   alice  exclusive  playback                             \
        active, playing, lowered to -14 dB
         9  ナビ        navi.service  alice  ducking    playback, voicePrompt, ducks others  active
        10  -           -             1001   spoken     playback, spokenAudio                \
        interrupted (builtInMicMuted)
        11  memo\\u{9b}  arecord[77]   alice  recording  record                               \
        inactive, in the background
        12  mpd         -             alice  exclusive  soloAmbient                          inactive

        5 sessions.
        """
    )
  }

  @Test func `R52, R62, R63, R66: whose, where and as what a session is, where one says so`() throws
  {
    let lines = ListReport.lines([Canned.game, Canned.siren], .plain)
    #expect(
      lines.joined(separator: "\n") == """
        ID  NAME               OWNER  USER   APPLICATION  ZONE        PRIORITY  KIND       \
        USE                       STATE
        13  game               -      alice  browser      kitchen     normal    mixable    \
        ambient                   active, silenced
        14  siren, lease fire  -      alice  -            hall\\u{9b}  alarm     emergency  \
        playback, role emergency  active, playing

        2 sessions.
        """
    )
  }

  @Test func `no sessions, and no legend`() throws {
    #expect(ListReport.lines([], .plain) == ["No session is open."])
    #expect(ListReport.lines([], .bare) == [])
    #expect(
      ListReport.lines([Canned.idle], .bare)
        == ["12  mpd  -  alice  exclusive  soloAmbient  inactive"]
    )
  }

  @Test func `a list that the terminal has no room for is shortened`() throws {
    var narrow = Presentation.bare
    narrow.columns = 60
    let lines = ListReport.lines(Canned.all, narrow)
    #expect(
      lines.joined(separator: "\n") == """
         7  mpd       mpd.ser…  alice  exclusi…  playback  active, …
         9  ナビ      navi.se…  alice  ducking   playbac…  active
        10  -         -         1001   spoken    playbac…  interrup…
        11  memo\\u{…  arecord…  alice  recordi…  record    inactive…
        12  mpd       -         alice  exclusi…  soloAmb…  inactive
        """
    )
  }

  @Test func `the state has a colour`() throws {
    let lines = ListReport.lines([Canned.idle, Canned.navigator], .coloured)
    #expect(
      readable(lines) == """
        <1>ID</>  <1>NAME</>  <1>OWNER</>         <1>USER</>   <1>KIND</>       <1>USE</>          \
                                <1>STATE</>
        12  mpd   -             alice  exclusive  soloAmbient                          inactive
         9  ナビ  navi.service  alice  ducking    playback, voicePrompt, ducks others  <32>active</>

        2 sessions.
        """
    )
  }
}
