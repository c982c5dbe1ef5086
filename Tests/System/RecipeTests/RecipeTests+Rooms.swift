import AudioSessionJSON
import AudioSessionWire
import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension RecipeTests {
  private static let kitchen = "alsa_output.usb-Kitchen.analog-stereo"
  private static let bath = "alsa_output.usb-Bath.analog-stereo"

  @Test(.enabled(if: has("mpv", "pw-cli", "pw-play"), "needs mpv and pw-play"))
  func `two-rooms: what is said in one lowers music there, for both in both`() throws {
    var page = try RecipePage("two-rooms")
    let names = try page.next()
    let rooms = try page.next("ini")
    let stage = try RecipeStage(outputs: [Self.kitchen, Self.bath], rules: rooms.fileText)
    let said = try stage.run(names)
    #expect(said.contains(Self.kitchen) && said.contains(Self.bath))
    #expect(try page.next().text == "systemctl --user reload audiosession-agent.service")
    let other = try stage.graph.record(Self.bath)
    let dinner = try stage.graph.toneFile(Pitch.speech, seconds: 3)
    try FileManager.default.copyItem(atPath: dinner, toPath: stage.home("dinner.wav"))
    try stage.start(page.next())
    try stage.hear(RecipeStage.full)
    try other.hear(Pitch.music, in: RecipeStage.full - 0.5...RecipeStage.full + 0.5)
    for concernsBath in [false, true] {
      let start = Moment.now
      let sentence = try stage.start(page.next())
      try stage.hear(RecipeStage.ducked)
      #expect(try sentence.wait() == 0, "\(sentence.said)")
      try stage.hear(RecipeStage.full)
      let levels = try other.levels(of: Pitch.music, start..<Moment.now)
      let ducked = RecipeStage.ducked - 1...RecipeStage.ducked + 1
      #expect(levels.hasRow(ducked) == concernsBath)
    }
    #expect(page.rest == [])
  }

  @Test(
    .enabled(
      if: has("spd-say", "speech-dispatcher", "espeak-ng", "pw-play"),
      "needs speech-dispatcher, its espeak-ng module and espeak-ng"
    )
  )
  func `screen-reader: it lowers music and stops nothing, and a call is as before`() throws {
    var page = try RecipePage("screen-reader")
    let (say, rule, command) = (try page.next(), try page.next("ini"), try page.next())
    let stage = try RecipeStage(rules: rule.fileText)
    try stage.startSpeechDispatcher(speaksTo: RecipeStage.voice)
    let voice = try stage.graph.record(RecipeStage.voice)
    try stage.startMusic()
    for block in [say, command] {
      let start = Moment.now
      let reader = try stage.start(block, speaksTo: RecipeStage.voice)
      try stage.hear(RecipeStage.ducked)
      #expect(try reader.wait() == 0, "\(reader.said)")
      #expect(try voice.peak(start..<Moment.now) > 0.01)
      try stage.hear(RecipeStage.full)
    }
    // Any player will do as a screen reader that nobody has heard of.
    try stage.run(#"cp "$(command -v pw-cat)" my-reader"#)
    let reader = try stage.startBeside(
      stage.home("my-reader"),
      ["--playback", "--target", RecipeStage.voice, stage.home("alarm.ogg")]
    )
    try stage.hear(RecipeStage.ducked)
    try reader.kill()
    try stage.hear(RecipeStage.full)
    let call = try OwnSession.call(in: stage.daemon)
    try call.activate()
    try stage.hearNothing()
    // The sentence may be over before anybody can look.
    let observer = try stage.daemon.connect()
    try observer.granted("events.subscribe", ["scope": "all"])
    let during = try stage.start(command, speaksTo: RecipeStage.voice)
    var speaker: JSONValue?
    while speaker == nil {
      let changes = try observer.nextTold("server.decision")["params"]?["changes"]?.array ?? []
      speaker = changes.first { $0["name"] == "espeak-ng" && $0["state"] == "active" }
    }
    #expect(speaker?["gain"] == 1)
    #expect(try stage.session("call")?["gain"] == 1)
    #expect(try during.wait() == 0, "\(during.said)")
    #expect(page.rest == [])
  }

  @Test(.enabled(if: has("pw-play"), "needs pw-play"))
  func `push-to-talk: others are lower while the key is down, but not in a call`() throws {
    let stage = try RecipeStage()
    var page = try RecipePage("push-to-talk")
    let (down, up, keys) = (try page.next(), try page.next(), try page.next("text"))
    #expect(
      keys.text == """
        bindsym --no-repeat Control_R exec \(down.text)
        bindsym --release Control_R exec \(up.text)
        """
    )
    try stage.startMusic()
    try stage.run(down)
    try stage.hear(RecipeStage.ducked)
    try stage.run(up)
    try stage.hear(RecipeStage.full)

    let call = try OwnSession.call(in: stage.daemon)
    try call.activate()
    try stage.hearNothing()
    let refused = try stage.start(down)
    #expect(try refused.wait() == 2, "\(refused.said)")
    #expect(try stage.session("push-to-talk") == nil)
    try stage.run(up)
    #expect(page.rest == [])
  }

  @Test(
    .enabled(
      if: has("mosquitto", "mosquitto_pub", "mosquitto_sub", "jq"),
      "needs mosquitto and mosquitto-clients"
    )
  )
  func `mqtt: who has subscribed reads each decision`() throws {
    let stage = try RecipeStage(hasAgent: false)
    try stage.startBroker()
    var page = try RecipePage("mqtt")
    let (states, decisions) = (try page.next(), try page.next())
    let subscriber = try stage.subscribe(page.next())
    try stage.start(states)
    try stage.start(decisions)
    let music = try OwnSession(in: stage.daemon, ["name": "music", "category": "playback"])
    let call = try OwnSession.call(in: stage.daemon, of: subscriber.pid)
    // They begin with what is decided once they watch.
    try Condition.wait("decisions: \(subscriber.said)") {
      try music.activate()
      try call.activate()
      try call.deactivate()
      return ["music active", "music interrupted", "call active", "call inactive"].allSatisfy {
        subscriber.said.contains("audiosession/session/\($0)\n")
      }
    }
    let topic = "audiosession/decision "
    try Condition.wait("a decision: \(subscriber.said)") { subscriber.said.contains(topic) }
    let line = subscriber.said.split(separator: "\n").last { $0.hasPrefix(topic) }
    let message = try JSONValue(parsing: Array(try #require(line).dropFirst(topic.count).utf8).span)
    #expect(message["method"] == "server.decision")
    #expect(message["params"]?["rules"]?.array?.isEmpty == false)
    _ = try page.next("ini")  // Verified by systemd in ServiceTests.
    #expect(page.rest == [])
  }
}
