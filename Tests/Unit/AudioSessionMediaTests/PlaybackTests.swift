import Testing

@testable import AudioSessionMedia

/// What a player is told at once, while its orders are carried out.
struct PlaybackTests {
  @Test func `a place that is set is read at once, within the sound`() {
    let information = MediaInformation(
      duration: .seconds(60),
      sampleRate: 48_000,
      channels: 2,
      isSeekable: true
    )
    let playback = Playback(of: "file:///nowhere", information, name: "sound") { _ in }
    for second in 1...100 {
      playback.position = .seconds(second)
      #expect(playback.position == .seconds(min(second, 60)))
    }
  }
}
