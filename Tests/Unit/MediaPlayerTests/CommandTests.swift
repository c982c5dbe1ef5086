import Foundation
import Testing

@testable import MediaPlayer

/// Commands in the program itself, without a bus.
@Suite(.serialized) struct CommandTests {
  private let center = MPRemoteCommandCenter.shared()

  @Test func `raw values are Apple's`() {
    #expect(MPRemoteCommandHandlerStatus.allCases.map(\.rawValue) == [0, 100, 110, 120, 200])
    #expect(MPNowPlayingPlaybackState.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(MPNowPlayingInfoMediaType.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(MPRepeatType.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(MPShuffleType.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(MPSeekCommandEventType.allCases.map(\.rawValue) == [0, 1])
  }

  @Test func `keys are Apple's`() {
    let keys = [
      MPMediaItemPropertyTitle: "title", MPMediaItemPropertyAlbumPersistentID: "albumPID",
      MPMediaItemPropertyArtwork: "artwork", MPMediaItemPropertyAssetURL: "assetURL",
      MPMediaItemPropertyPlaybackDuration: "playbackDuration",
      MPMediaItemPropertyPodcastPersistentID: "podcastPID",
      MPNowPlayingInfoPropertyElapsedPlaybackTime: "MPNowPlayingInfoPropertyElapsedPlaybackTime",
      // Without the plural of its name.
      MPNowPlayingInfoPropertyCurrentLanguageOptions:
        "MPNowPlayingInfoPropertyCurrentLanguageOption",
      MPNowPlayingInfoCollectionIdentifier: "MPNowPlayingInfoCollectionIdentifier",
    ]
    #expect(keys.filter { $0 != $1 } == [:])
  }

  @Test func `a command is there while it is enabled and has targets`() {
    let command = center.likeCommand
    #expect(command.isEnabled && !command.isAvailable && !command.hasTargets)
    let token = command.addTarget { _ in .success }
    let other = command.addTarget { _ in .success }
    #expect(command.isAvailable)
    command.isEnabled = false
    #expect(!command.isAvailable && command.hasTargets)
    command.isEnabled = true
    command.removeTarget(token)
    #expect(command.isAvailable)
    command.removeTarget(NSObject())
    command.removeTarget("something else")
    #expect(command.isAvailable)
    command.removeTarget(other)
    #expect(!command.isAvailable)
  }

  @Test func `every target is told, and one success is enough`() {
    let command = center.dislikeCommand
    let event = MPFeedbackCommandEvent(command, isNegative: true)
    #expect(command.deliver(event) == .commandFailed)
    let seen = Seen()
    for status in [MPRemoteCommandHandlerStatus.noSuchContent, .commandFailed] {
      command.addTarget { event in
        seen.events.append(event)
        return status
      }
    }
    #expect(command.deliver(event) == .noSuchContent)
    command.addTarget { _ in .success }
    #expect(command.deliver(event) == .success)
    #expect(seen.events.count == 4 && seen.events.allSatisfy { $0 === event })
    command.isEnabled = false
    #expect(command.deliver(event) == .commandFailed)
    command.removeTarget(nil)
    #expect(!command.hasTargets)
    command.isEnabled = true
  }

  @Test func `what commands keep is read back`() {
    center.skipForwardCommand.preferredIntervals = [15, 30]
    #expect(center.skipForwardCommand.preferredIntervals == [15, 30])
    center.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 2]
    #expect(center.changePlaybackRateCommand.supportedPlaybackRates == [0.5, 2])
    center.bookmarkCommand.localizedTitle = "Mark"
    center.bookmarkCommand.localizedShortTitle = "M"
    center.bookmarkCommand.isActive = true
    #expect(center.bookmarkCommand.localizedTitle == "Mark" && center.bookmarkCommand.isActive)
    #expect(center.bookmarkCommand.localizedShortTitle == "M")
    center.ratingCommand.maximumRating = 5
    #expect(center.ratingCommand.minimumRating == 0 && center.ratingCommand.maximumRating == 5)
    #expect(MPRatingCommandEvent(center.ratingCommand, rating: 3).rating == 3)
    #expect(MPSeekCommandEvent(center.seekForwardCommand, type: .endSeeking).type == .endSeeking)
  }

  private final class Seen {
    var events: [MPRemoteCommandEvent] = []
  }
}
