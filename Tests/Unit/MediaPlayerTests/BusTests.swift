import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// Programs on a bus of their own, operated by playerctl.
@Suite(
  .serialized,
  .besideThePool(.players),
  .tags(.process),
  .enabled(if: PlayerStage.isAvailable, Comment(rawValue: PlayerStage.reason))
)
struct BusTests {
  private static let usual = "answer play pause toggle next previous position"

  @Test(arguments: [[], ["dispatched"]])
  func `playerctl plays, pauses, goes on, seeks and shows what is played`(
    arguments: [String]
  ) throws {
    let stage = try PlayerStage()
    let player = try stage.start(arguments.joined())
    try player.does("item Song")
    try player.does(Self.usual)
    try stage.await(Player.name)
    #expect(try stage.playerctl("status") == "Paused")
    // The main queue is served by other threads after `dispatchMain()`.
    let place = arguments.isEmpty ? "" : " elsewhere"
    let rows: [(command: [String], said: String, status: String)] = [
      (["play"], "play" + place, "Playing"), (["pause"], "pause" + place, "Paused"),
      (["play-pause"], "toggle" + place, "Playing"), (["play-pause"], "toggle" + place, "Paused"),
      (["position", "42"], "position 42.0", "Paused"),
      (["position", "10+"], "position 52.0", "Paused"),
      (["position", "2-"], "position 50.0", "Paused"), (["stop"], "pause" + place, "Paused"),
    ]
    for row in rows {
      #expect(try stage.playerctl(row.command[0], row.command.dropFirst().joined()) == "")
      #expect(try player.says() == row.said)
      // Told before the call was answered.
      #expect(try stage.playerctl("status") == row.status, "\(row)")
    }
    #expect(try stage.playerctl("position") == "50.000000")
    let format = "{{title}}, {{artist}}, {{mpris:length}}, {{mpris:trackid}}"
    let metadata = try stage.playerctl("metadata", "--format", format)
    #expect(metadata == "Song, Somebody, 180000000, '/org/audiosession/Item/1'")
    try stage.playerctl("next")
    #expect(try player.says() == "next" + place)
    #expect(try stage.playerctl("metadata", "title") == "Next")
    #expect(try stage.playerctl("position") == "0.000000")
  }

  @Test func `who follows a player hears what changes, once, and its jumps`() throws {
    let stage = try PlayerStage()
    let player = try stage.start()
    try player.does("item Song")
    try player.does(Self.usual)
    try stage.await(Player.name)
    let status = try stage.bus.start(
      "playerctl",
      ["--player", Player.name, "--follow", "metadata", "--format", "{{title}} {{status}}"],
      readsLines: true
    )
    #expect(try status.nextLine() == "Song Paused")
    try player.does("play")
    #expect(try status.nextLine() == "Song Playing")
    try player.does("item Other")
    #expect(try status.nextLine() == "Other Playing")
    try player.does("pause")
    #expect(try status.nextLine() == "Other Paused")
    let monitor = try stage.bus.start(
      "gdbus",
      ["monitor", "--session", "--dest", "org.mpris.MediaPlayer2.\(Player.name)"],
      readsLines: true
    )
    // It has subscribed when it knows that.
    _ = try monitor.nextLine("The name ")
    try stage.playerctl("position", "42")
    #expect(try player.says() == "position 42.0")
    try player.does("play")
    let path = "/org/mpris/MediaPlayer2: "
    let interface = path + "org.mpris.MediaPlayer2.Player"
    #expect(try monitor.nextLine(path) == interface + ".Seeked (int64 42000000,)")
    let changes = try monitor.nextLine(path)
    print(changes)
    #expect(
      changes == path + "org.freedesktop.DBus.Properties.PropertiesChanged "
        + "('org.mpris.MediaPlayer2.Player', {'PlaybackStatus': <'Playing'>}, @as [])"
    )
  }

  @Test func `modes and rates are set, and wrong calls are told what was expected`() throws {
    let stage = try PlayerStage()
    let player = try stage.start()
    try player.does("item Song")
    try player.does("answer rate repeat shuffle forward backward")
    try stage.await(Player.name)
    let rows: [(command: [String], said: String)] = [
      (["loop", "Playlist"], "repeat all"), (["shuffle", "On"], "shuffle items"),
      (["position", "30+"], "forward 30.0"), (["position", "5-"], "backward 5.0"),
    ]
    for row in rows {
      #expect(try stage.playerctl(row.command[0], row.command[1]) == "")
      #expect(try player.says() == row.said)
    }
    #expect(try stage.playerctl("loop") == "Playlist")
    #expect(try stage.playerctl("shuffle") == "On")
    let set = "org.freedesktop.DBus.Properties.Set"
    let interface = "string:org.mpris.MediaPlayer2.Player"
    #expect(try stage.call(set, interface, "string:Rate", "variant:double:2").hasPrefix("method"))
    #expect(try player.says() == "rate 2.0")
    let refusals: [(said: String, expected: [String])] = [
      (
        try stage.call(set, interface, "string:Rate", "variant:double:3"),
        ["InvalidArgs", "expected a number from 0.5 to 2.0"]
      ),
      (
        try stage.call("org.mpris.MediaPlayer2.Player.Seek", "string:far"),
        ["InvalidArgs", "expected arguments of the types 'x', got 's'"]
      ),
      (
        try stage.call("org.mpris.MediaPlayer2.Player.Dance"),
        ["UnknownMethod", "expected one of Next, Previous"]
      ),
    ]
    for refusal in refusals {
      #expect(refusal.expected.filter { !refusal.said.contains($0) } == [], "\(refusal.said)")
    }
    #expect(try stage.call("org.freedesktop.DBus.Peer.Ping").hasPrefix("method return"))
    let document = try stage.call("org.freedesktop.DBus.Introspectable.Introspect")
    #expect(document.contains(#"<interface name="org.mpris.MediaPlayer2.Player">"#))
  }

  @Test func `two programs of one name are two players`() throws {
    let stage = try PlayerStage()
    let first = try stage.start()
    try first.does("answer play pause")
    try stage.await(Player.name)
    let second = try stage.start()
    try second.does("item Other")
    let name = "\(Player.name).instance\(second.pid)"
    try stage.await(Player.name, name)
    try second.does("answer play")
    try stage.playerctl("play", of: name)
    #expect(try second.says() == "play")
    try stage.await("Other", of: "metadata", "title", name: name)
    try stage.playerctl("pause")
    #expect(try first.says() == "pause")
    // The first's name goes with it, and the second's is the second's.
    try first.does("forget")
    try first.does("nothing")
    try stage.await(name)
  }

  @Test func `a program comes back to a bus that was restarted`() throws {
    let stage = try PlayerStage()
    let player = try stage.start()
    try player.does("item Song")
    try player.does(Self.usual)
    try stage.await(Player.name)
    for leavesSocket in [false, true] {
      try stage.bus.stop(leavingSocket: leavesSocket)
      try player.does("play")
      try stage.bus.start()
      try stage.await(Player.name)
      #expect(try stage.playerctl("status") == "Playing")
      try stage.playerctl("pause")
      #expect(try player.says() == "pause")
    }
  }

  @Test func `without a bus everything is accepted, and one that comes is found`() throws {
    let stage = try PlayerStage()
    try stage.bus.stop()
    let player = try stage.start()
    try player.does(Self.usual)
    try player.does("play")
    try player.does("item Song")
    try stage.bus.start()
    // When there is something to tell.
    try player.does("pause")
    try stage.await(Player.name)
    #expect(try stage.playerctl("metadata", "title") == "Song")
  }

  @Test func `a name is kept while there is something to show, and nothing is left open`() throws {
    let stage = try PlayerStage()
    let player = try stage.start()
    var counts: [[String]] = []
    for _ in 0..<3 {
      try player.does("answer play")
      try stage.await(Player.name)
      try player.does("item Song")
      try player.does("forget")
      #expect(try stage.playerctl("status") == "Paused")
      try player.does("nothing")
      try stage.await()
      counts.append(try player.does("descriptors"))
    }
    print("descriptors: \(counts)")
    // The first of all makes what dispatch itself needs.
    #expect(Set(counts.dropFirst()).count == 1)
  }

  @Test func `a caller is answered in time though the main thread is busy, or the program fails`()
    throws
  {
    let stage = try PlayerStage()
    let player = try stage.start()
    try player.does("item Song")
    try player.does("answer pause previous")
    try stage.await(Player.name)
    let failure = try stage.call("org.mpris.MediaPlayer2.Player.Previous")
    #expect(failure.contains("expected success of the program, got noSuchContent"))
    #expect(try player.says() == "previous")
    try player.begins("block")
    let start = ContinuousClock.now
    try stage.playerctl("pause")
    let duration = start.duration(to: .now)
    print("a busy program's caller was answered after \(duration)")
    #expect(duration < .seconds(2.5))
    #expect(try player.says() == "done")
    #expect(try player.says() == "pause")
  }

  @Test func `a command that is disabled can't be given`() throws {
    let stage = try PlayerStage()
    let player = try stage.start()
    try player.does("item Song")
    try player.does("answer next")
    try stage.await(Player.name)
    let property = ["string:org.mpris.MediaPlayer2.Player", "string:CanGoNext"]
    func canGoNext() throws -> String {
      try stage.call("org.freedesktop.DBus.Properties.Get", property[0], property[1])
    }
    #expect(try canGoNext().hasSuffix("boolean true"))
    try player.does("disable next")
    #expect(try canGoNext().hasSuffix("boolean false"))
    #expect(try stage.call("org.mpris.MediaPlayer2.Player.Next").hasPrefix("method return"))
    try player.does("enable next")
    #expect(try canGoNext().hasSuffix("boolean true"))
    #expect(try stage.call("org.mpris.MediaPlayer2.Player.Next").hasPrefix("method return"))
    #expect(try player.says() == "next")
  }
}
