import AudioSessionBus
import Foundation

/// What a program says of the item that it plays, in the words of MPRIS.
struct NowPlayingItem: Equatable, Sendable {
  /// All of the metadata but `mpris:trackid`.
  private(set) var metadata: [String: BusArgument] = [:]
  /// In seconds; nil if it isn't known, or there is no end.
  let duration: TimeInterval?
  /// In seconds from the beginning.
  let elapsed: TimeInterval?
  /// 0 is paused; nil if the program doesn't say.
  let rate: Double?
  let usualRate: Double
  /// What distinguishes it from another item.
  private let identity: [String?]

  init(_ information: [String: Any]) {
    let reader = InformationReader(information: information)
    let isEndless = reader.number(MPNowPlayingInfoPropertyIsLiveStream) ?? 0 != 0
    duration = isEndless ? nil : reader.number(MPMediaItemPropertyPlaybackDuration)
    elapsed = reader.number(MPNowPlayingInfoPropertyElapsedPlaybackTime)
    rate = reader.number(MPNowPlayingInfoPropertyPlaybackRate)
    usualRate = reader.number(MPNowPlayingInfoPropertyDefaultPlaybackRate) ?? 1
    let url =
      reader.url(MPNowPlayingInfoPropertyAssetURL) ?? reader.url(MPMediaItemPropertyAssetURL)
    identity = [
      reader.text(MPMediaItemPropertyTitle), reader.text(MPMediaItemPropertyArtist),
      reader.text(MPMediaItemPropertyAlbumTitle), url,
      reader.text(MPNowPlayingInfoPropertyExternalContentIdentifier),
      reader.number(MPMediaItemPropertyPersistentID).map { "\($0)" },
      reader.number(MPMediaItemPropertyAlbumTrackNumber).map { "\($0)" },
    ]
    for (key, name) in NowPlayingItem.texts {
      metadata[name] = reader.text(key).map(BusArgument.string)
    }
    for (key, name) in NowPlayingItem.lists {
      metadata[name] = reader.text(key).map { .strings([$0]) }
    }
    for (key, name) in NowPlayingItem.numbers {
      metadata[name] = reader.number(key).map { .int32(Int32(clamping: Int64(clamping: $0))) }
    }
    for (key, name) in NowPlayingItem.dates {
      metadata[name] = reader.date(key).map(BusArgument.string)
    }
    metadata["mpris:length"] = duration.map { .int64($0.microseconds) }
    metadata["mpris:artUrl"] = reader.artwork.map(BusArgument.string)
    metadata["xesam:url"] = url.map(BusArgument.string)
    metadata["xesam:userRating"] = reader.number(MPMediaItemPropertyRating)
      .map { .real(min(max($0 / 5, 0), 1)) }
  }

  /// Whether it is the same, however much more or less is said of it.
  func isSame(as other: NowPlayingItem) -> Bool { identity == other.identity }

  private static let texts = [
    MPMediaItemPropertyTitle: "xesam:title",
    MPMediaItemPropertyAlbumTitle: "xesam:album",
    MPMediaItemPropertyLyrics: "xesam:asText",
  ]
  private static let lists = [
    MPMediaItemPropertyArtist: "xesam:artist",
    MPMediaItemPropertyAlbumArtist: "xesam:albumArtist",
    MPMediaItemPropertyGenre: "xesam:genre",
    MPMediaItemPropertyComposer: "xesam:composer",
    MPMediaItemPropertyComments: "xesam:comment",
  ]
  private static let numbers = [
    MPMediaItemPropertyAlbumTrackNumber: "xesam:trackNumber",
    MPMediaItemPropertyDiscNumber: "xesam:discNumber",
    MPMediaItemPropertyBeatsPerMinute: "xesam:audioBPM",
    MPMediaItemPropertyPlayCount: "xesam:useCount",
  ]
  private static let dates = [
    MPMediaItemPropertyReleaseDate: "xesam:contentCreated",
    MPMediaItemPropertyLastPlayedDate: "xesam:lastUsed",
  ]
}

/// Reads a program's dictionary, in which a value may have any type.
private struct InformationReader {
  let information: [String: Any]

  /// A text without zero bytes, which D-Bus doesn't carry.
  func text(_ key: String) -> String? {
    (information[key] as? String).flatMap { $0.utf8.contains(0) ? nil : $0 }
  }

  /// A number that is one.
  func number(_ key: String) -> Double? {
    let number: Double? =
      switch information[key] {
      case let number as NSNumber: number.doubleValue
      case let number as any BinaryInteger: Double(number)
      case let number as any BinaryFloatingPoint: Double(number)
      case let flag as Bool: flag ? 1 : 0
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  func date(_ key: String) -> String? {
    (information[key] as? Date).map { ISO8601DateFormatter().string(from: $0) }
  }

  func url(_ key: String) -> String? { (information[key] as? URL)?.absoluteString }

  var artwork: String? {
    (information[MPMediaItemPropertyArtwork] as? MPMediaItemArtwork)?.url.absoluteString
  }
}

extension Int64 {
  /// The nearest integer to a finite number.
  init(clamping number: Double) {
    self = Int64(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
  }
}

extension TimeInterval {
  /// In microseconds, as MPRIS counts.
  var microseconds: Int64 { Int64(clamping: self * 1_000_000) }
}
