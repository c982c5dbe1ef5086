import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import AudioSession

/// What a program reads of its session after each event, and after each reply.
struct SessionStatusTests {
  private static let route = AudioSession.Route()

  /// Everything differs from a session that is new.
  private static func status(_ state: SessionState) -> SessionStatus {
    var status = SessionStatus()
    status.number = 7
    status.category = .playAndRecord
    status.mode = .voiceChat
    status.options = [.duckOthers, .mixWithOthers]
    status.routeSharingPolicy = .longFormAudio
    status.priority = .alarm
    status.alertStyle = .banner
    status.preferences = [.isNowPlayingCandidate]
    status.role = "emergency"
    status.kind = "emergency"
    status.application = "radio"
    status.zone = "kitchen"
    status.state = state
    status.isPlaying = true
    status.isRecording = true
    status.isInForeground = false
    status.gain = 0.25
    status.isOtherAudioPlaying = true
    status.secondaryAudioShouldBeSilencedHint = true
    status.promptStyle = .short
    status.isNowPlaying = true
    return status
  }

  @Test(arguments: ["1e300", "1e999", "-0.5", "null"]) func `a gain that is none stays as it was`(
    gain: String
  ) throws {
    var status = Self.status(.active)
    status.update(with: try JSONValue(parsing: #"{"session":7,"gain":\#(gain)}"#))
    #expect(status.gain == 0.25)
  }

  /// What becomes of a session, by where it stood; nil: nothing at all.
  private struct Row {
    var event: SessionEvent
    var active: SessionState?
    var interrupted: SessionState?
    var inactive: SessionState?

    /// One that leaves every session in the same state, or as it is.
    static func always(_ state: SessionState?, _ event: SessionEvent) -> Row {
      Row(event: event, active: state, interrupted: state, inactive: state)
    }
  }

  /// Every event that says where a session stands, or says nothing of it.
  private static var rows: [Row] {
    var rows: [Row] = []
    for reason in InterruptionReason.allCases {
      // One that tells of a suspension finds the session inactive already (R47).
      rows.append(Row(event: .interruptionBegan(reason: reason, by: nil), active: .interrupted))
    }
    for shouldResume in [true, false] {
      rows.append(.always(.inactive, .interruptionEnded(shouldResume: shouldResume)))
    }
    for source in DeactivationSource.allCases {
      rows.append(.always(.inactive, .didBecomeInactive(source, reason: nil)))
      rows.append(.always(.inactive, .didBecomeInactive(source, reason: .appWasSuspended)))
      // The interruption itself is told as well, and says where the session stands.
      for reason in [InterruptionReason.default, .builtInMicMuted, .routeDisconnected] {
        rows.append(.always(nil, .didBecomeInactive(source, reason: reason)))
      }
    }
    for reason in ClosingReason.allCases { rows.append(.always(.inactive, .closed(reason))) }
    for advice in ResumptionRecommendation.allCases {
      rows.append(.always(nil, .resumptionRecommendation(advice)))
    }
    for reason in RouteChangeReason.allCases {
      rows.append(.always(nil, .routeChange(reason, previous: route, current: route)))
    }
    rows.append(.always(nil, .userMuteChange(input: false, output: false, wantsUnmute: true)))
    return rows + [.always(nil, .hardwareChange(Hardware())), .always(nil, .mediaServicesReset)]
  }

  @Test func `an event that silences a session: sets the state that it says, and nothing sounds`() {
    for row in Self.rows {
      let results: [(SessionState, SessionState?)] = [
        (.active, row.active), (.interrupted, row.interrupted), (.inactive, row.inactive),
      ]
      for (before, after) in results {
        var status = Self.status(before)
        var expected = status
        if let after {
          expected.state = after
          expected.gain = 1
          expected.isPlaying = false
          expected.isRecording = false
        }
        if after == .interrupted, case .interruptionBegan(let reason, _) = row.event {
          expected.interruptionReason = reason
        }
        status.update(with: row.event)
        #expect(status == expected, "\(row.event) while \(before)")
      }
    }
  }

  @Test(arguments: SessionState.allCases)
  func `other events change the one thing that they are about`(state: SessionState) {
    let rows: [(event: SessionEvent, change: (inout SessionStatus) -> Void)] = [
      (.ducking(gain: 0.0178, ramp: .zero), { $0.gain = 0.0178 }),
      (.ducking(gain: 1, ramp: .seconds(1)), { $0.gain = 1 }),
      (.secondaryAudioShouldBeSilenced(false), { $0.secondaryAudioShouldBeSilencedHint = false }),
      (.secondaryAudioShouldBeSilenced(true), { $0.secondaryAudioShouldBeSilencedHint = true }),
      (.didBecomeActive, { $0.state = .active }),
      (
        .mediaServicesLost,
        {
          $0.state = .inactive
          $0.gain = 1
          $0.isPlaying = false
          $0.isRecording = false
          $0.number = nil
          $0.application = nil
          $0.zone = nil
        }
      ),
    ]
    for row in rows {
      var status = Self.status(state)
      var expected = status
      row.change(&expected)
      status.update(with: row.event)
      #expect(status == expected, "\(row.event)")
    }
  }

  /// R47: a suspended program finds its session inactive, whichever of the two it reads first.
  @Test func `R47: of a suspension and its interruption none makes the session interrupted`() {
    let ended = SessionEvent.didBecomeInactive(.system, reason: .appWasSuspended)
    let began = SessionEvent.interruptionBegan(reason: .appWasSuspended, by: nil)
    for events in [[ended, began], [began, ended]] {
      var status = Self.status(.active)
      for event in events { status.update(with: event) }
      #expect(status.state == .inactive, "\(events)")
    }
  }

  @Test func `a reply sets each thing that it names, and nothing else`() throws {
    let rows: [(object: String, change: (inout SessionStatus) -> Void)] = [
      (#"{"session":9}"#, { $0.number = 9 }),
      (#"{"category":"ambient"}"#, { $0.category = .ambient }),
      (#"{"mode":"measurement"}"#, { $0.mode = .measurement }),
      (#"{"options":[]}"#, { $0.options = [] }),
      (#"{"options":["allowAirPlay","new"]}"#, { $0.options = .allowAirPlay }),
      (#"{"routeSharingPolicy":"default"}"#, { $0.routeSharingPolicy = .default }),
      (#"{"priority":"normal"}"#, { $0.priority = .normal }),
      (#"{"alertStyle":"fullScreen"}"#, { $0.alertStyle = .fullScreen }),
      (#"{"role":"fanfare"}"#, { $0.role = "fanfare" }), (#"{"role":null}"#, { $0.role = nil }),
      (#"{"kind":"spoken"}"#, { $0.kind = "spoken" }),
      (#"{"application":"tv"}"#, { $0.application = "tv" }),
      (#"{"application":null}"#, { $0.application = nil }),
      (#"{"zone":"attic"}"#, { $0.zone = "attic" }), (#"{"zone":null}"#, { $0.zone = nil }),
      (#"{"role":1,"kind":null,"application":{},"zone":[]}"#, { _ in }),
      (#"{"state":"interrupted"}"#, { $0.state = .interrupted }),
      (#"{"playing":false}"#, { $0.isPlaying = false }),
      (#"{"recording":false}"#, { $0.isRecording = false }),
      (#"{"foreground":true}"#, { $0.isInForeground = true }),
      (#"{"gain":0.5}"#, { $0.gain = 0.5 }),
      (#"{"isOtherAudioPlaying":false}"#, { $0.isOtherAudioPlaying = false }),
      (
        #"{"secondaryAudioShouldBeSilencedHint":false}"#,
        { $0.secondaryAudioShouldBeSilencedHint = false }
      ),
      (#"{"promptStyle":"none"}"#, { $0.promptStyle = .none }),
      (#"{"nowPlaying":false}"#, { $0.isNowPlaying = false }),
      (preferences([]), { $0.preferences = [] }),
      (
        preferences([.isNowPlayingCandidate, .prefersInterruptionOnRouteDisconnect]),
        { $0.preferences.insert(.prefersInterruptionOnRouteDisconnect) }
      ),
      (#"{"category":"x","mode":1,"priority":null,"gain":"1","playing":"no","later":1}"#, { _ in }),
      ("{}", { _ in }),
    ]
    for row in rows {
      var status = Self.status(.active)
      var expected = status
      row.change(&expected)
      status.update(with: try JSONValue(parsing: row.object))
      #expect(status == expected, "\(row.object)")
    }
  }

  /// A session object of which only the preferences are known.
  private func preferences(_ preferences: Preferences) -> String {
    let flags = Preferences.named.map { name, preference in
      JSONValue.Member(name, .bool(preferences.contains(preference)))
    }
    return JSONValue.object([.init("preferences", .object(flags))]).text
  }

  @Test func `R49: a reset leaves the configuration and nothing else`() {
    let kept = Self.status(.active).afterReset
    var expected = SessionStatus()
    expected.category = .playAndRecord
    expected.mode = .voiceChat
    expected.options = [.duckOthers, .mixWithOthers]
    expected.routeSharingPolicy = .longFormAudio
    expected.priority = .alarm
    expected.alertStyle = .banner
    expected.preferences = [.isNowPlayingCandidate]
    expected.role = "emergency"
    expected.kind = "emergency"
    expected.isInForeground = false
    #expect(kept == expected)
    #expect(
      kept.configuration
        == Configuration(
          category: .playAndRecord,
          mode: .voiceChat,
          options: [.duckOthers, .mixWithOthers],
          routeSharingPolicy: .longFormAudio,
          // It is the role's, which goes with no other.
          priority: .normal,
          alertStyle: .banner,
          preferences: [.isNowPlayingCandidate],
          role: "emergency"
        )
    )
    expected.role = nil
    #expect(expected.configuration.priority == .alarm)
    #expect(expected.configuration.role == nil)
  }
}
