import AudioSessionBus
import Foundation
import Testing

@testable import MediaPlayer

/// Whether the player plays, and where.
struct NowPlayingTests {
  private typealias Status = NowPlaying.Status

  private static func item(
    _ title: String = "Title",
    elapsed: Double? = nil,
    rate: Double? = nil
  ) -> NowPlayingItem {
    var information: [String: Any] = [
      MPMediaItemPropertyTitle: title, MPMediaItemPropertyPlaybackDuration: 100,
    ]
    information[MPNowPlayingInfoPropertyElapsedPlaybackTime] = elapsed
    information[MPNowPlayingInfoPropertyPlaybackRate] = rate
    return NowPlayingItem(information)
  }

  @Test func `the position goes on at the rate from when it was set, and not beyond the ends`() {
    let rows: [(rate: Double?, elapsed: Double, after: Double, position: Double)] = [
      (1, 10, 5, 15), (2, 10, 5, 20), (0.5, 10, 4, 12), (0, 10, 5, 10), (1, 90, 60, 100),
      (-1, 3, 5, 0), (nil, 10, 5, 10), (1, -3, 0, 0),
    ]
    for row in rows {
      var playing = NowPlaying()
      playing.set(Self.item(elapsed: row.elapsed, rate: row.rate), at: 1000)
      #expect(playing.position(at: 1000 + row.after) == row.position, "\(row)")
    }
  }

  @Test func `what the program says of its state comes first, then the rate, then its session`() {
    let rows:
      [(state: MPNowPlayingPlaybackState, rate: Double?, session: Bool, status: NowPlaying.Status)] =
        [
          (.unknown, 1, false, .playing), (.unknown, 0, true, .paused),
          (.unknown, nil, true, .playing), (.unknown, nil, false, .paused),
          (.playing, 0, false, .playing), (.paused, 1, true, .paused),
          (.stopped, 1, true, .stopped), (.interrupted, 1, true, .paused),
        ]
    for row in rows {
      var playing = NowPlaying()
      playing.set(Self.item(rate: row.rate), at: 0)
      playing.set(row.state, at: 0)
      playing.set(isSessionPlaying: row.session, at: 0)
      #expect(playing.status == row.status, "\(row)")
    }
    var nothing = NowPlaying()
    #expect(nothing.status == .stopped)
    nothing.set(isSessionPlaying: true, at: 0)
    #expect(nothing.status == .playing)
  }

  @Test func `a pause holds the position, and it goes on from there`() {
    var playing = NowPlaying()
    playing.set(Self.item(elapsed: 10, rate: 1), at: 100)
    playing.set(.paused, at: 105)
    #expect(playing.position(at: 200) == 15)
    playing.set(.playing, at: 200)
    #expect(playing.position(at: 210) == 25)
    // Said again, without a position.
    playing.set(Self.item(rate: 1), at: 220)
    #expect(playing.position(at: 221) == 36)
    // Another item begins at its beginning.
    playing.set(Self.item("Next", rate: 1), at: 230)
    #expect(playing.position(at: 231) == 1)
  }

  @Test func `a jump is what nobody could have expected`() {
    var former = NowPlaying()
    former.set(Self.item(elapsed: 10, rate: 1), at: 100)
    let rows: [(title: String, elapsed: Double, isJump: Bool)] = [
      ("Title", 15, false), ("Title", 15.9, false), ("Title", 17, true), ("Title", 10, true),
      ("Next", 0, false), ("Next", 30, true),
    ]
    for row in rows {
      var playing = former
      playing.set(Self.item(row.title, elapsed: row.elapsed, rate: 1), at: 105)
      #expect(playing.hasJumped(since: former, at: 105) == row.isJump, "\(row)")
    }
  }

  @Test func `an item keeps its number until another comes`() {
    var state = PlayerState()
    #expect(state.track == "/org/mpris/MediaPlayer2/TrackList/NoTrack")
    state.nowPlaying.set(Self.item(elapsed: 1), at: 0)
    #expect(state.track == "/org/audiosession/Item/1")
    state.nowPlaying.set(Self.item(elapsed: 7, rate: 1), at: 0)
    #expect(state.track == "/org/audiosession/Item/1")
    state.nowPlaying.set(Self.item("Next"), at: 0)
    #expect(state.track == "/org/audiosession/Item/2")
    let expected: BusArgument = .properties([
      "mpris:trackid": .objectPath("/org/audiosession/Item/2"), "xesam:title": .string("Next"),
      "mpris:length": .int64(100_000_000),
    ])
    #expect(state.properties["Metadata"] == expected)
  }
}
