import AudioSessionBus
import Foundation
import Testing

@testable import MediaPlayer

/// What the player can do, and what is done for a wish.
struct PlayerStateTests {
  /// Three minutes, of which one has passed.
  static func state(_ available: Set<CommandKind>, rate: Double = 1) -> PlayerState {
    var state = PlayerState(available: available)
    let item = NowPlayingItem([
      MPMediaItemPropertyTitle: "Title", MPMediaItemPropertyPlaybackDuration: 180,
      MPNowPlayingInfoPropertyElapsedPlaybackTime: 60, MPNowPlayingInfoPropertyPlaybackRate: rate,
    ])
    state.nowPlaying.set(item, at: 0)
    return state
  }

  @Test func `what can be done is what there are commands for`() {
    let rows: [(available: Set<CommandKind>, abilities: Set<String>)] = [
      ([], []), ([.play], ["CanPlay"]), ([.pause], ["CanPause"]), ([.stop], []),
      ([.toggle], ["CanPlay", "CanPause"]), ([.next], ["CanGoNext"]),
      ([.previous], ["CanGoPrevious"]), ([.position], ["CanSeek"]), ([.skipForward], ["CanSeek"]),
      ([.skipBackward], ["CanSeek"]), ([.rate, .repeatMode, .shuffleMode], []),
    ]
    for row in rows {
      let properties = Self.state(row.available).properties
      let able = properties.filter { $0.key.hasPrefix("Can") && $0.value == .boolean(true) }.keys
      #expect(Set(able) == row.abilities.union(["CanControl"]), "\(row.available)")
    }
  }

  @Test func `modes are shown only if there are commands for them`() {
    #expect(Self.state([]).properties["LoopStatus"] == nil)
    #expect(Self.state([]).properties["Shuffle"] == nil)
    var state = Self.state([.repeatMode, .shuffleMode])
    let words = zip(MPRepeatType.allCases, ["None", "Track", "Playlist"])
    for (type, word) in words {
      state.repeatType = type
      #expect(state.properties["LoopStatus"] == .string(word))
    }
    for (type, isOn) in zip(MPShuffleType.allCases, [false, true, true]) {
      state.shuffleType = type
      #expect(state.properties["Shuffle"] == .boolean(isOn))
    }
  }

  @Test func `the rate is what it plays at when it plays, and within its limits`() {
    let rows: [(rate: Double, offered: [Double], told: [Double])] = [
      (1, [], [1, 1, 1]), (0, [], [1, 1, 1]), (2, [], [2, 1, 2]), (1, [0.5, 2], [1, 0.5, 2]),
      (3, [0.5, 2], [3, 0.5, 3]), (1, [1.5, 2], [1, 1, 2]),
    ]
    for row in rows {
      var state = Self.state([.rate], rate: row.rate)
      state.rates = row.offered
      let told = ["Rate", "MinimumRate", "MaximumRate"].map { state.properties[$0] }
      #expect(told == row.told.map { .real($0) }, "\(row)")
    }
    var state = Self.state([])
    state.rates = [0.5, 2]
    #expect(state.rateRange == 1...1)
  }

  @Test func `each wish leads to a command that there is, or to none`() {
    let rows: [(available: Set<CommandKind>, rate: Double, actions: [RemoteAction?])] = [
      // Playing, and paused: play, pause, stop, toggle.
      ([], 1, [nil, nil, nil, nil]),
      ([.play, .pause], 1, [.plain(.play), .plain(.pause), .plain(.pause), .plain(.pause)]),
      ([.play, .pause], 0, [.plain(.play), .plain(.pause), .plain(.pause), .plain(.play)]),
      ([.toggle], 1, [nil, .plain(.toggle), .plain(.toggle), .plain(.toggle)]),
      ([.toggle], 0, [.plain(.toggle), nil, nil, .plain(.toggle)]),
      ([.play], 1, [.plain(.play), nil, nil, nil]), ([.stop], 1, [nil, nil, .plain(.stop), nil]),
      (
        [.play, .pause, .stop, .toggle], 0,
        [.plain(.play), .plain(.pause), .plain(.stop), .plain(.toggle)]
      ),
    ]
    for row in rows {
      let state = Self.state(row.available, rate: row.rate)
      let actions = [state.play(), state.pause(), state.stop(), state.toggle()]
      #expect(actions == row.actions, "\(row.available) at \(row.rate)")
    }
  }

  @Test func `a seek is a position, or a skip where there is no command for one`() {
    let rows: [(available: Set<CommandKind>, by: Double, action: RemoteAction?)] = [
      ([.position], 10, .position(70)), ([.position], -10, .position(50)),
      ([.position], -90, .position(0)), ([.position], 200, nil),
      ([.position, .next], 200, .plain(.next)), ([.position, .skipForward], 10, .position(70)),
      ([.skipForward], 10, .skipForward(10)), ([.skipForward], -10, nil),
      ([.skipBackward], -10, .skipBackward(10)), ([.skipBackward, .skipForward], 0, nil),
      ([], 10, nil),
    ]
    for row in rows {
      let action = Self.state(row.available).seek(by: row.by, at: 0)
      #expect(action == row.action, "\(row)")
    }
  }

  @Test func `a position is one of this item`() {
    let state = Self.state([.position])
    #expect(state.setPosition(7, of: state.track) == .position(7))
    #expect(state.setPosition(180, of: state.track) == .position(180))
    #expect(state.setPosition(181, of: state.track) == nil)
    #expect(state.setPosition(-1, of: state.track) == nil)
    #expect(state.setPosition(7, of: "/org/audiosession/Item/7") == nil)
    #expect(Self.state([.skipForward]).setPosition(7, of: state.track) == nil)
  }

  @Test func `an event is of the class that its command has on iOS`() {
    let command = MPRemoteCommandCenter.shared().playCommand
    let rows: [(RemoteAction, String)] = [
      (.plain(.play), "MPRemoteCommandEvent"), (.skipForward(3), "MPSkipIntervalCommandEvent"),
      (.skipBackward(3), "MPSkipIntervalCommandEvent"),
      (.position(3), "MPChangePlaybackPositionCommandEvent"),
      (.rate(2), "MPChangePlaybackRateCommandEvent"),
      (.repeatMode(.one), "MPChangeRepeatModeCommandEvent"),
      (.shuffleMode(.items), "MPChangeShuffleModeCommandEvent"),
    ]
    for (action, name) in rows {
      let event = action.event(of: command)
      #expect("\(type(of: event))" == name)
      #expect(event.command === command && event.timestamp > 0)
    }
  }
}
