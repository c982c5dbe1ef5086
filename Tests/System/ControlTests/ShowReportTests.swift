import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import audiosessionctl
@testable import ControlCore

struct ShowReportTests {
  @Test func `every property, as name and value`() throws {
    let properties = try ShowReport.properties(of: try json(Canned.recorder), [])
    #expect(
      ShowReport.lines(properties, withNames: true).joined(separator: "\n") == """
        session=11
        name=
        pid=77
        uid=1000
        comm=arecord
        unit=
        userUnit=
        priority=normal
        alertStyle=fullScreen
        category=record
        mode=default
        options=
        routeSharingPolicy=default
        role=
        kind=recording
        application=
        zone=
        state=inactive
        playing=no
        recording=no
        foreground=no
        gain=1
        duckedBy=
        interruptedBy=
        interruptionReason=
        isOtherAudioPlaying=no
        secondaryAudioShouldBeSilencedHint=no
        promptStyle=normal
        nowPlaying=no
        activation=0
        preferences.prefersNoInterruptionsFromSystemAlerts=no
        preferences.prefersInterruptionOnRouteDisconnect=yes
        preferences.allowHapticsAndSystemSoundsDuringRecording=no
        preferences.isNowPlayingCandidate=no
        lease.leaseName=memo\\u{9b}
        lease.ttlSeconds=30
        lease.remainingSeconds=12.5
        seq=0
        """
    )
  }

  @Test func `the properties that are asked for, in their order`() throws {
    let session = try json(Canned.music)
    let properties = try ShowReport.properties(of: session, ["state", "duckedBy", "lease"])
    #expect(
      ShowReport.lines(properties, withNames: true) == ["state=active", "duckedBy=9", "lease="]
    )
    #expect(ShowReport.lines(properties, withNames: false) == ["active", "9", ""])
    #expect(
      ShowReport.value(session, properties) == ["state": "active", "duckedBy": [9], "lease": nil]
    )
    let all = try ShowReport.properties(of: session, [])
    #expect(ShowReport.value(session, all) == session)
  }

  @Test func `a property that there isn't is answered with those there are`() throws {
    let session: JSONValue = ["session": 1, "lease": ["ttlSeconds": 3]]
    let expected = Failure.usage("--property x: expected one of session, lease.ttlSeconds")
    #expect(throws: expected) { try ShowReport.properties(of: session, ["x"]) }
  }
}
