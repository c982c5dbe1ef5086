// The keys of what is playing beside those of items. Nobody on Linux asks for those of which nothing
// else is said.

/// The key for where the player is, in seconds from the beginning, when this is set.
///
/// Source: Apple, `MPNowPlayingInfoPropertyElapsedPlaybackTime`.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime =
  "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// The key for how fast the player is: 1 is as usual, 0 is paused.
///
/// Without it, a program counts as playing while its audio session is active.
/// Source: Apple, `MPNowPlayingInfoPropertyPlaybackRate`.
public let MPNowPlayingInfoPropertyPlaybackRate =
  "MPNowPlayingInfoPropertyPlaybackRate"
/// The key for how fast the player is when it plays as usual; 1 without it.
///
/// Source: Apple, `MPNowPlayingInfoPropertyDefaultPlaybackRate`.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate =
  "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// The key for the item's place in the queue, from 0.
///
/// Source: Apple, `MPNowPlayingInfoPropertyPlaybackQueueIndex`.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex =
  "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// The key for how many items the queue has.
///
/// Source: Apple, `MPNowPlayingInfoPropertyPlaybackQueueCount`.
public let MPNowPlayingInfoPropertyPlaybackQueueCount =
  "MPNowPlayingInfoPropertyPlaybackQueueCount"
/// The key for the chapter, from 0.
///
/// Source: Apple, `MPNowPlayingInfoPropertyChapterNumber`.
public let MPNowPlayingInfoPropertyChapterNumber =
  "MPNowPlayingInfoPropertyChapterNumber"
/// The key for how many chapters the item has.
///
/// Source: Apple, `MPNowPlayingInfoPropertyChapterCount`.
public let MPNowPlayingInfoPropertyChapterCount =
  "MPNowPlayingInfoPropertyChapterCount"
/// The key for whether the item is a live broadcast, which has no length, a Boolean number.
///
/// Source: Apple, `MPNowPlayingInfoPropertyIsLiveStream`.
public let MPNowPlayingInfoPropertyIsLiveStream =
  "MPNowPlayingInfoPropertyIsLiveStream"
/// The key for the languages to choose from.
///
/// Source: Apple, `MPNowPlayingInfoPropertyAvailableLanguageOptions`.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions =
  "MPNowPlayingInfoPropertyAvailableLanguageOptions"
/// The key for the name by which the program knows the item.
///
/// Source: Apple, `MPNowPlayingInfoPropertyExternalContentIdentifier`.
public let MPNowPlayingInfoPropertyExternalContentIdentifier =
  "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// The key for the name by which the program knows its user.
///
/// Source: Apple, `MPNowPlayingInfoPropertyExternalUserProfileIdentifier`.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
  "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The key for the name of the service that the item is from.
///
/// Source: Apple, `MPNowPlayingInfoPropertyServiceIdentifier`.
public let MPNowPlayingInfoPropertyServiceIdentifier =
  "MPNowPlayingInfoPropertyServiceIdentifier"
/// The key for how much of the item has been played, from 0 to 1.
///
/// Source: Apple, `MPNowPlayingInfoPropertyPlaybackProgress`.
public let MPNowPlayingInfoPropertyPlaybackProgress =
  "MPNowPlayingInfoPropertyPlaybackProgress"
/// The key for the kind of item, the raw value of an ``MPNowPlayingInfoMediaType``.
///
/// Source: Apple, `MPNowPlayingInfoPropertyMediaType`.
public let MPNowPlayingInfoPropertyMediaType =
  "MPNowPlayingInfoPropertyMediaType"
/// The key for where the sound is, a `URL`; `xesam:url`.
///
/// Source: Apple, `MPNowPlayingInfoPropertyAssetURL`.
public let MPNowPlayingInfoPropertyAssetURL =
  "MPNowPlayingInfoPropertyAssetURL"
/// The key for the time of day of what is heard of a broadcast, a `Date`.
///
/// Source: Apple, `MPNowPlayingInfoPropertyCurrentPlaybackDate`.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate =
  "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// The key for when there are advertisements.
///
/// Source: Apple, `MPNowPlayingInfoPropertyAdTimeRanges`.
public let MPNowPlayingInfoPropertyAdTimeRanges =
  "MPNowPlayingInfoPropertyAdTimeRanges"
/// The key for when the credits begin, in seconds.
///
/// Source: Apple, `MPNowPlayingInfoPropertyCreditsStartTime`.
public let MPNowPlayingInfoPropertyCreditsStartTime =
  "MPNowPlayingInfoPropertyCreditsStartTime"
/// The key for whether the item is never suggested, a Boolean number.
///
/// Source: Apple, `MPNowPlayingInfoPropertyExcludeFromSuggestions`.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions =
  "MPNowPlayingInfoPropertyExcludeFromSuggestions"
/// The key for the code by which the recording is known everywhere.
///
/// Source: Apple, `MPNowPlayingInfoPropertyInternationalStandardRecordingCode`.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
  "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
/// The key for the languages that were chosen.
///
/// Source: Apple, `MPNowPlayingInfoPropertyCurrentLanguageOptions`.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions =
  "MPNowPlayingInfoPropertyCurrentLanguageOption"
/// The key for the name by which the program knows the collection that the item is from.
///
/// Source: Apple, `MPNowPlayingInfoCollectionIdentifier`.
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"

/// The kind of what is playing.
///
/// Source: Apple, `MPNowPlayingInfoMediaType`.
public enum MPNowPlayingInfoMediaType: UInt, CaseIterable, Sendable {
  /// Nothing is said.
  case none = 0
  /// Sound.
  case audio = 1
  /// A film.
  case video = 2
}
