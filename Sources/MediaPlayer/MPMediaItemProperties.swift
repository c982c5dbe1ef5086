// The keys of items. Those that have a counterpart in MPRIS name it: the others are kept, and told to
// nobody.

/// The key for the number by which a library knows the item.
///
/// Source: Apple, `MPMediaItemPropertyPersistentID`.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The key for the number by which a library knows the item's album.
///
/// Source: Apple, `MPMediaItemPropertyAlbumPersistentID`.
public let MPMediaItemPropertyAlbumPersistentID = "albumPID"
/// The key for the number by which a library knows the item's artist.
///
/// Source: Apple, `MPMediaItemPropertyArtistPersistentID`.
public let MPMediaItemPropertyArtistPersistentID = "artistPID"
/// The key for the number by which a library knows the album's artist.
///
/// Source: Apple, `MPMediaItemPropertyAlbumArtistPersistentID`.
public let MPMediaItemPropertyAlbumArtistPersistentID = "albumArtistPID"
/// The key for the number by which a library knows the item's genre.
///
/// Source: Apple, `MPMediaItemPropertyGenrePersistentID`.
public let MPMediaItemPropertyGenrePersistentID = "genrePID"
/// The key for the number by which a library knows the item's composer.
///
/// Source: Apple, `MPMediaItemPropertyComposerPersistentID`.
public let MPMediaItemPropertyComposerPersistentID = "composerPID"
/// The key for the number by which a library knows the item's podcast.
///
/// Source: Apple, `MPMediaItemPropertyPodcastPersistentID`.
public let MPMediaItemPropertyPodcastPersistentID = "podcastPID"
/// The key for the kind of item, a number.
///
/// Source: Apple, `MPMediaItemPropertyMediaType`.
public let MPMediaItemPropertyMediaType = "mediaType"
/// The key for the title; `xesam:title`.
///
/// Source: Apple, `MPMediaItemPropertyTitle`.
public let MPMediaItemPropertyTitle = "title"
/// The key for the title of the album; `xesam:album`.
///
/// Source: Apple, `MPMediaItemPropertyAlbumTitle`.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The key for the artist; `xesam:artist`.
///
/// Source: Apple, `MPMediaItemPropertyArtist`.
public let MPMediaItemPropertyArtist = "artist"
/// The key for the artist of the album; `xesam:albumArtist`.
///
/// Source: Apple, `MPMediaItemPropertyAlbumArtist`.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The key for the genre; `xesam:genre`.
///
/// Source: Apple, `MPMediaItemPropertyGenre`.
public let MPMediaItemPropertyGenre = "genre"
/// The key for the composer; `xesam:composer`.
///
/// Source: Apple, `MPMediaItemPropertyComposer`.
public let MPMediaItemPropertyComposer = "composer"
/// The key for the duration in seconds, a number; `mpris:length`.
///
/// Source: Apple, `MPMediaItemPropertyPlaybackDuration`.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The key for the number of the track in its album; `xesam:trackNumber`.
///
/// Source: Apple, `MPMediaItemPropertyAlbumTrackNumber`.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// The key for how many tracks the album has.
///
/// Source: Apple, `MPMediaItemPropertyAlbumTrackCount`.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// The key for the number of the disc; `xesam:discNumber`.
///
/// Source: Apple, `MPMediaItemPropertyDiscNumber`.
public let MPMediaItemPropertyDiscNumber = "discNumber"
/// The key for how many discs the album has.
///
/// Source: Apple, `MPMediaItemPropertyDiscCount`.
public let MPMediaItemPropertyDiscCount = "discCount"
/// The key for the picture, an ``MPMediaItemArtwork``; `mpris:artUrl`.
///
/// Source: Apple, `MPMediaItemPropertyArtwork`.
public let MPMediaItemPropertyArtwork = "artwork"
/// The key for whether the item has strong language, a Boolean number.
///
/// Source: Apple, `MPMediaItemPropertyIsExplicit`.
public let MPMediaItemPropertyIsExplicit = "isExplicit"
/// The key for the words; `xesam:asText`.
///
/// Source: Apple, `MPMediaItemPropertyLyrics`.
public let MPMediaItemPropertyLyrics = "lyrics"
/// The key for whether the item is of a compilation, a Boolean number.
///
/// Source: Apple, `MPMediaItemPropertyIsCompilation`.
public let MPMediaItemPropertyIsCompilation = "isCompilation"
/// The key for when the item was published, a `Date`; `xesam:contentCreated`.
///
/// Source: Apple, `MPMediaItemPropertyReleaseDate`.
public let MPMediaItemPropertyReleaseDate = "releaseDate"
/// The key for the tempo; `xesam:audioBPM`.
///
/// Source: Apple, `MPMediaItemPropertyBeatsPerMinute`.
public let MPMediaItemPropertyBeatsPerMinute = "beatsPerMinute"
/// The key for a comment; `xesam:comment`.
///
/// Source: Apple, `MPMediaItemPropertyComments`.
public let MPMediaItemPropertyComments = "comments"
/// The key for where the sound is, a `URL`; `xesam:url`.
///
/// Source: Apple, `MPMediaItemPropertyAssetURL`.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// The key for whether the item is elsewhere, a Boolean number.
///
/// Source: Apple, `MPMediaItemPropertyIsCloudItem`.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
/// The key for whether the sound is locked, a Boolean number.
///
/// Source: Apple, `MPMediaItemPropertyHasProtectedAsset`.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"
/// The key for the title of the podcast.
///
/// Source: Apple, `MPMediaItemPropertyPodcastTitle`.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// The key for how often the item was played; `xesam:useCount`.
///
/// Source: Apple, `MPMediaItemPropertyPlayCount`.
public let MPMediaItemPropertyPlayCount = "playCount"
/// The key for how often the item was skipped.
///
/// Source: Apple, `MPMediaItemPropertySkipCount`.
public let MPMediaItemPropertySkipCount = "skipCount"
/// The key for the rating, a number from 0 to 5; `xesam:userRating`, from 0 to 1.
///
/// Source: Apple, `MPMediaItemPropertyRating`.
public let MPMediaItemPropertyRating = "rating"
/// The key for when the item was played last, a `Date`; `xesam:lastUsed`.
///
/// Source: Apple, `MPMediaItemPropertyLastPlayedDate`.
public let MPMediaItemPropertyLastPlayedDate = "lastPlayedDate"
/// The key for the grouping that the user has chosen.
///
/// Source: Apple, `MPMediaItemPropertyUserGrouping`.
public let MPMediaItemPropertyUserGrouping = "userGrouping"
/// The key for where the item was left, in seconds.
///
/// Source: Apple, `MPMediaItemPropertyBookmarkTime`.
public let MPMediaItemPropertyBookmarkTime = "bookmarkTime"
/// The key for when the item was added, a `Date`.
///
/// Source: Apple, `MPMediaItemPropertyDateAdded`.
public let MPMediaItemPropertyDateAdded = "dateAdded"
/// The key for the name by which a store knows the item.
///
/// Source: Apple, `MPMediaItemPropertyPlaybackStoreID`.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"
/// The key for whether the item was ordered ahead, a Boolean number.
///
/// Source: Apple, `MPMediaItemPropertyIsPreorder`.
public let MPMediaItemPropertyIsPreorder = "isPreorder"
