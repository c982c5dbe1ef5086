import AudioSessionTypes
import AudioSessionWire
import TestSupport
import Testing

@testable import House

/// What is told of a machine's sessions to people.
struct ActivityTests {
  private static let peer = PeerIdentity(uid: 1000)

  private var activity = Activity()

  private func session(
    _ number: UInt64,
    _ name: String,
    _ kind: String = "exclusive",
    _ change: (inout SessionObject) -> Void = { _ in }
  ) -> SessionObject {
    var session = SessionObject(session: number, uid: 1000, kind: kind)
    session.identity = SessionIdentity(name: name, peer: Self.peer)
    session.state = .active
    change(&session)
    return session
  }

  @Test mutating func `what plays, what is heard, and why something isn't`() {
    let music = session(1, "Radio") { ($0.playing, $0.nowPlaying) = (true, true) }
    #expect(activity.take([music]) == [])
    #expect(activity.message.playing == "Radio" && activity.message.heard == "Radio")
    let ducked = session(1, "Radio") {
      ($0.playing, $0.nowPlaying, $0.gain, $0.duckedBy) = (true, true, 0.2, [2])
    }
    #expect(activity.take([session(2, "Timer", "alarm"), ducked]) == [1])
    activity.explain(1, ["It is ducked by session 2 (R18)."])
    #expect(activity.message.why == "Radio: It is ducked by session 2 (R18).")
    #expect(activity.message.heard == "Radio, Timer" && activity.message.hasAlarm)
    let held = session(1, "Radio") { $0.state = .interrupted }
    #expect(activity.take([held]) == [1])
    #expect(activity.message.playing == nil && activity.message.heard == "Timer")
    // Of two that play, the one that has the title.
    _ = activity.take([session(3, "Game") { $0.playing = true }])
    #expect(activity.message.playing == "Game")
    activity.end([2, 3])
    _ = activity.take([music])
    #expect(activity.message.why == "" && !activity.message.hasAlarm)
  }

  @Test mutating func `what stands for another machine's session isn't heard here`() {
    let lease = session(7, "study: Timer", "alarm") {
      $0.identity = SessionIdentity(
        name: "study: Timer",
        leaseName: "house/study/e/1",
        peer: Self.peer
      )
    }
    _ = activity.take([lease])
    #expect(activity.message.heard == "" && !activity.message.hasAlarm)
  }

  @Test(arguments: [(1.0, 0.0), (0.1, -20), (0.2, -14), (0, -60), (1e-9, -60)])
  mutating func `the depth is told in decibels`(gain: Double, decibels: Double) {
    activity.duckGain = gain
    #expect(activity.message.duckDepth == decibels)
  }

  @Test mutating func `names are bounded, and can't be mistaken for anything`() {
    let long = String(repeating: "x", count: 400)
    let sessions = (1...40).map { session($0, $0 == 1 ? "a\u{1b}[31m\u{202e}b" : long) }
    _ = activity.take(sessions)
    let heard = activity.message.heard
    #expect(heard.hasPrefix("a[31m\\u{202e}b, xxx") && heard.utf8.count <= 250)
  }
}
