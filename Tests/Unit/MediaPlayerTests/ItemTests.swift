import AudioSessionBus
import Foundation
import Testing

@testable import MediaPlayer

/// What a program says of its item, in the words of MPRIS.
struct ItemTests {
  private static let url = URL(fileURLWithPath: "/music/a b.flac")

  private static var rows: [(key: String, value: Any, name: String, told: BusArgument?)] {
    [
      (MPMediaItemPropertyTitle, "Title", "xesam:title", .string("Title")),
      (MPMediaItemPropertyTitle, NSString("Title"), "xesam:title", .string("Title")),
      (MPMediaItemPropertyTitle, 7, "xesam:title", nil),
      (MPMediaItemPropertyTitle, "a\0b", "xesam:title", nil),
      (MPMediaItemPropertyAlbumTitle, "Album", "xesam:album", .string("Album")),
      (MPMediaItemPropertyLyrics, "La la", "xesam:asText", .string("La la")),
      (MPMediaItemPropertyArtist, "Artist", "xesam:artist", .strings(["Artist"])),
      (MPMediaItemPropertyAlbumArtist, "All", "xesam:albumArtist", .strings(["All"])),
      (MPMediaItemPropertyGenre, "Jazz", "xesam:genre", .strings(["Jazz"])),
      (MPMediaItemPropertyComposer, "Bach", "xesam:composer", .strings(["Bach"])),
      (MPMediaItemPropertyComments, "Live", "xesam:comment", .strings(["Live"])),
      (MPMediaItemPropertyPlaybackDuration, 1.5, "mpris:length", .int64(1_500_000)),
      (MPMediaItemPropertyPlaybackDuration, 2, "mpris:length", .int64(2_000_000)),
      (MPMediaItemPropertyPlaybackDuration, Float(2), "mpris:length", .int64(2_000_000)),
      (MPMediaItemPropertyPlaybackDuration, NSNumber(value: 3), "mpris:length", .int64(3_000_000)),
      (MPMediaItemPropertyPlaybackDuration, Double.nan, "mpris:length", nil),
      (MPMediaItemPropertyPlaybackDuration, 1e300, "mpris:length", .int64(.max)),
      (MPMediaItemPropertyPlaybackDuration, "long", "mpris:length", nil),
      (MPMediaItemPropertyAlbumTrackNumber, 5, "xesam:trackNumber", .int32(5)),
      (MPMediaItemPropertyAlbumTrackNumber, UInt64.max, "xesam:trackNumber", .int32(.max)),
      (MPMediaItemPropertyDiscNumber, 2, "xesam:discNumber", .int32(2)),
      (MPMediaItemPropertyBeatsPerMinute, 120, "xesam:audioBPM", .int32(120)),
      (MPMediaItemPropertyPlayCount, 9, "xesam:useCount", .int32(9)),
      (MPMediaItemPropertyRating, 4, "xesam:userRating", .real(0.8)),
      (MPMediaItemPropertyRating, 17, "xesam:userRating", .real(1)),
      (
        MPMediaItemPropertyReleaseDate, Date(timeIntervalSince1970: 0), "xesam:contentCreated",
        .string("1970-01-01T00:00:00Z")
      ),
      (
        MPMediaItemPropertyLastPlayedDate, Date(timeIntervalSince1970: 60), "xesam:lastUsed",
        .string("1970-01-01T00:01:00Z")
      ),
      (MPMediaItemPropertyAssetURL, url, "xesam:url", .string("file:///music/a%20b.flac")),
      (MPNowPlayingInfoPropertyAssetURL, url, "xesam:url", .string("file:///music/a%20b.flac")),
      (
        MPMediaItemPropertyArtwork, MPMediaItemArtwork(url: url), "mpris:artUrl",
        .string("file:///music/a%20b.flac")
      ),
      (MPMediaItemPropertyArtwork, "picture", "mpris:artUrl", nil),
    ]
  }

  @Test func `each value is told in its own type, and one that isn't what its key says is not`() {
    for row in Self.rows {
      let item = NowPlayingItem([row.key: row.value])
      let expected = row.told.map { [row.name: $0] } ?? [:]
      #expect(item.metadata == expected, "\(row.key) \(row.value)")
    }
  }

  @Test func `a broadcast has no length`() {
    let item = NowPlayingItem([
      MPMediaItemPropertyPlaybackDuration: 60, MPNowPlayingInfoPropertyIsLiveStream: true,
    ])
    #expect(item.metadata == [:] && item.duration == nil)
  }

  @Test func `keys that MPRIS has no word for are kept and told to nobody`() {
    let center = MPNowPlayingInfoCenter.default()
    defer { center.nowPlayingInfo = nil }
    center.nowPlayingInfo = [MPNowPlayingInfoPropertyChapterNumber: 3, "own": ["a": 1]]
    #expect(center.nowPlayingInfo?[MPNowPlayingInfoPropertyChapterNumber] as? Int == 3)
    #expect(center.nowPlayingInfo?["own"] as? [String: Int] == ["a": 1])
    #expect(NowPlayingItem(center.nowPlayingInfo ?? [:]).metadata == [:])
  }

  @Test(arguments: [
    ("radio", "radio"), ("my radio", "my_radio"), ("3 songs", "_3_songs"), ("Ünïcode", "__n__code"),
    ("a.b/c", "a_b_c"), ("", "_"),
  ])
  func `a program's name is made a part of a bus name, unless a sandbox says which it may have`(
    name: String,
    element: String
  ) {
    let names = [[:], ["FLATPAK_ID": "org.example.Radio"]].map {
      PlayerName.preferred(of: name, in: $0)
    }
    let start = "org.mpris.MediaPlayer2."
    #expect(names == [start + element, start + "org.example.Radio"])
  }
}
