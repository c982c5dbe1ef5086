import AudioSession
import AudioSessionTypes
import Foundation
import Testing

@testable import AVFAudio

/// Routes, their ports, and what is posted when they change.
struct RouteTests {
  private static let microphone = Route.Port(type: "MicrophoneBuiltIn", name: "Lid", id: "lid")
  private static let headset = Route.Port(type: "MicrophoneWired", name: "Headset", id: "set")
  private static let speaker = Route.Port(type: "Speaker", name: "Desk", id: "desk")

  /// A change of outputs alone leaves the inputs to choose from as they were.
  @Test func `a change of the available inputs: posted if the inputs differ, and only then`() {
    let (one, two) = ([Self.microphone], [Self.microphone, Self.headset])
    let rows: [(previous: Route, current: Route, isPosted: Bool)] = [
      (Route(), Route(), false), (Route(inputs: one), Route(inputs: one), false),
      (Route(inputs: one), Route(inputs: one, outputs: [Self.speaker]), false),
      (Route(outputs: [Self.speaker]), Route(), false),
      (Route(), Route(inputs: one), true), (Route(inputs: one), Route(), true),
      (Route(inputs: one), Route(inputs: two), true),
      (Route(inputs: two), Route(inputs: two.reversed()), true),
    ]
    for row in rows {
      let names = postings(row.previous, row.current).map(\.name)
      let change = AVAudioSession.routeChangeNotification
      let inputs = AVAudioSession.availableInputsChangeNotification
      #expect(names == (row.isPosted ? [change, inputs] : [change]), "\(row)")
    }
  }

  @Test func `a change carries its reason and the route of before`() throws {
    let previous = Route(inputs: [Self.microphone], outputs: [Self.speaker])
    for reason in RouteChangeReason.allCases {
      let event = SessionEvent.routeChange(reason, previous: previous, current: Route())
      let values = try #require(Posting.all(for: event).first).values.mapValues(\.object)
      #expect(values.count == 2)
      let number = values[AVAudioSessionRouteChangeReasonKey] as? UInt
      #expect(number == AVAudioSession.RouteChangeReason(reason).rawValue)
      let route = values[AVAudioSessionRouteChangePreviousRouteKey]
      #expect(route as? AVAudioSessionRouteDescription == AVAudioSessionRouteDescription(previous))
    }
  }

  @Test func `only changes of the route and its inputs are posted beside the main thread`() {
    let route = Route(inputs: [Self.microphone])
    let events: [SessionEvent] = [
      .interruptionBegan(reason: .default, by: nil), .interruptionEnded(shouldResume: true),
      .resumptionRecommendation(.shouldNotResume), .secondaryAudioShouldBeSilenced(true),
      .didBecomeActive, .didBecomeInactive(.app, reason: nil), .closed(.leaseExpired),
      .hardwareChange(Hardware()), .mediaServicesLost, .mediaServicesReset,
    ]
    for event in events {
      #expect(Posting.all(for: event).map(\.isForMainThread) == [true], "\(event)")
    }
    #expect(postings(route, Route()).map(\.isForMainThread) == [false, false])
  }

  @Test func `routes and ports are equal where all of them is`() {
    let port = AVAudioSessionPortDescription(Self.speaker)
    #expect([port.portType.rawValue, port.portName, port.uid] == ["Speaker", "Desk", "desk"])
    let ports = [
      Self.speaker, Route.Port(type: "Receiver", name: "Desk", id: "desk"),
      Route.Port(type: "Speaker", name: "Shelf", id: "desk"),
      Route.Port(type: "Speaker", name: "Desk", id: "shelf"),
    ]
    expectAllDifferent { ports.map { AVAudioSessionPortDescription($0) } }
    let routes = [
      Route(), Route(inputs: [ports[0]]), Route(outputs: [ports[0]]),
      Route(inputs: [ports[0]], outputs: [ports[0]]), Route(outputs: [ports[0], ports[1]]),
      Route(outputs: [ports[1], ports[0]]),
    ]
    expectAllDifferent { routes.map { AVAudioSessionRouteDescription($0) } }
    let route = AVAudioSessionRouteDescription(Route(inputs: [ports[0]], outputs: [ports[1]]))
    #expect(route.inputs.map(\.portName) == ["Desk"])
    #expect(route.outputs.map(\.portType) == [.builtInReceiver])
    #expect(!route.isEqual(port) && !port.isEqual(route) && !port.isEqual(nil))
  }

  /// Each equals what is made of the same, and none equals another.
  private func expectAllDifferent(_ make: () -> [NSObject]) {
    let (some, same) = (make(), make())
    for (index, one) in some.enumerated() {
      for (other, two) in same.enumerated() {
        #expect(one.isEqual(two) == (index == other), "\(index) \(other)")
        if index == other { #expect(one.hash == two.hash) }
      }
    }
  }

  private func postings(_ previous: Route, _ current: Route) -> [Posting] {
    Posting.all(for: .routeChange(.unknown, previous: previous, current: current))
  }
}
