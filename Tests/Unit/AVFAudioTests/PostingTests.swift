import AudioSession
import Foundation
import Testing

@testable import AVFAudio

/// What is posted for each event of the library: names, keys and numbers, whole.
struct PostingTests {
  @Test(arguments: PostingTests.table)
  func `an event is posted with Apple's keys, and no others`(
    _ event: SessionEvent,
    _ expected: [String]
  ) {
    let seen = Posting.all(for: event).map { posting in
      let values = posting.values.map { "\($0)=\(PostingTests.text($1.object))" }
      return ([posting.name.rawValue] + values.sorted()).joined(separator: " ")
    }
    #expect(seen == expected.map { $0.replacing("…", with: "AVAudioSession") })
  }

  private static let table: [(SessionEvent, [String])] = [
    (
      .interruptionBegan(reason: .default, by: nil),
      ["…InterruptionNotification …InterruptionReasonKey=0 …InterruptionTypeKey=1"]
    ),
    (
      .interruptionBegan(reason: .appWasSuspended, by: nil),
      [
        "…InterruptionNotification …InterruptionReasonKey=1 …InterruptionTypeKey=1"
          + " …InterruptionWasSuspendedKey=1"
      ]
    ),
    (
      .interruptionBegan(reason: .builtInMicMuted, by: nil),
      ["…InterruptionNotification …InterruptionReasonKey=2 …InterruptionTypeKey=1"]
    ),
    (
      .interruptionBegan(reason: .routeDisconnected, by: nil),
      ["…InterruptionNotification …InterruptionReasonKey=4 …InterruptionTypeKey=1"]
    ),
    (
      .interruptionEnded(shouldResume: true),
      ["…InterruptionNotification …InterruptionOptionKey=1 …InterruptionTypeKey=0"]
    ),
    (
      .interruptionEnded(shouldResume: false),
      ["…InterruptionNotification …InterruptionOptionKey=0 …InterruptionTypeKey=0"]
    ),
    (
      .resumptionRecommendation(.shouldResume),
      ["…ResumptionRecommendationNotification …ResumptionContextKey=resume 1"]
    ),
    (.ducking(gain: 0.2, ramp: .zero), []),
    (
      .secondaryAudioShouldBeSilenced(true),
      ["…SilenceSecondaryAudioHintNotification …SilenceSecondaryAudioHintTypeKey=1"]
    ),
    (
      .secondaryAudioShouldBeSilenced(false),
      ["…SilenceSecondaryAudioHintNotification …SilenceSecondaryAudioHintTypeKey=0"]
    ),
    (
      .routeChange(
        .oldDeviceUnavailable,
        previous: PostingTests.route,
        current: PostingTests.route
      ),
      [
        "…RouteChangeNotification …RouteChangePreviousRouteKey=Headphones h"
          + " …RouteChangeReasonKey=2"
      ]
    ),
    (.userMuteChange(input: true, output: true, wantsUnmute: false), []),
    (
      .userMuteChange(input: false, output: false, wantsUnmute: true),
      ["…UserIntentToUnmuteOutputNotification"]
    ),
    (.hardwareChange(Hardware()), ["AVAudioSessionLinuxHardwareDidChangeNotification"]),
    (
      .routeChange(.categoryChange, previous: PostingTests.route, current: Route()),
      [
        "…RouteChangeNotification …RouteChangePreviousRouteKey=Headphones h"
          + " …RouteChangeReasonKey=3",
        "…AvailableInputsChangeNotification",
      ]
    ),
    (.didBecomeActive, ["…DidBecomeActiveNotification"]),
    (
      .didBecomeInactive(.app, reason: nil),
      ["…DidBecomeInactiveNotification …DeactivationContextKey=inactive 1 nil"]
    ),
    (
      .didBecomeInactive(.system, reason: .default),
      ["…DidBecomeInactiveNotification …DeactivationContextKey=inactive 2 0"]
    ),
    (
      .closed(.evicted),
      ["…InterruptionNotification …InterruptionReasonKey=0 …InterruptionTypeKey=1"]
    ),
    (.mediaServicesLost, ["…MediaServicesWereLostNotification"]),
    (.mediaServicesReset, ["…MediaServicesWereResetNotification"]),
  ]

  private static let route = Route(
    inputs: [Route.Port(type: "MicrophoneWired", name: "Mic", id: "m")],
    outputs: [Route.Port(type: "Headphones", name: "Headphones", id: "h")]
  )

  private static func text(_ value: Any) -> String {
    switch value {
    case let number as NSNumber: "\(number)"
    case let context as AVAudioSession.ResumptionContext:
      "resume \(context.recommendation.rawValue)"
    case let context as AVAudioSession.DeactivationContext:
      "inactive \(context.source.rawValue)"
        + " \(context.interruptionContext.map { "\($0.reason.rawValue)" } ?? "nil")"
    case let route as AVAudioSessionRouteDescription:
      route.outputs.map { "\($0.portType.rawValue) \($0.uid)" }.joined(separator: ",")
    default: "\(type(of: value))"
    }
  }
}
