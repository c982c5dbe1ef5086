import AudioSessionWire
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// What the recipes show is run as it stands, with the programs that it names, and listened to.
///
/// One after the other, since programs play; each has a PipeWire, a daemon and a home of its own.
@Suite(
  .serialized,
  .besideThePool,
  .enabled(if: HeadlessGraph.isAvailable, "\(HeadlessGraph.reason)"),
  // For a command that hangs. The wait for the thread counts, too, which others hold for minutes.
  .timeLimit(.minutes(30))
)
struct RecipeTests {
  /// Whether all of these programs are installed.
  static func has(_ programs: String...) -> Bool {
    programs.allSatisfy { (try? Spawn.path(of: $0)) != nil }
  }

  @Test(.enabled(if: has("mpv", "espeak-ng"), "needs mpv and espeak-ng"))
  func `espeak-ng: music is lowered while it speaks, and comes back`() throws {
    let stage = try RecipeStage()
    let voice = try stage.graph.record(RecipeStage.voice)
    var page = try RecipePage("espeak-ng")
    try stage.start(page.next())
    try stage.hear(RecipeStage.full)
    let sentence = try stage.start(page.next(), speaksTo: RecipeStage.voice)
    try stage.hear(RecipeStage.ducked)
    #expect(try sentence.wait() == 0, "\(sentence.said)")
    try stage.hear(RecipeStage.full)
    let start = Moment.now
    let sentences = try stage.start(page.next(), speaksTo: RecipeStage.voice)
    try stage.hear(RecipeStage.ducked)
    let ducked = Moment.now
    #expect(try sentences.wait() == 0, "\(sentences.said)")
    let end = Moment.now
    try stage.hear(RecipeStage.full)
    // In between nobody spoke for a second, and the music didn't come back.
    let levels = try stage.recording.levels(of: Pitch.music, ducked..<end - .milliseconds(500))
    #expect(!levels.hasRow(RecipeStage.ducked + 1...0))
    #expect(try voice.peak(start..<end) > 0.01)
    #expect(page.rest == [])
  }

  @Test(.enabled(if: has("mpv", "socat", "jq"), "needs mpv, socat and jq"))
  func `mpv: paused by a call and resumed, its user's own pause respected`() throws {
    let stage = try RecipeStage(hasAgent: false)
    var page = try RecipePage("mpv")
    try stage.write(page.next())
    try stage.start(page.next())
    try stage.hear(RecipeStage.full)
    try stage.start(page.next())
    try stage.run("audiosessionctl wait mpv active")
    let call = try page.next()
    try called(stage, call) { try stage.hearNothing() }
    try stage.hear(RecipeStage.full)

    let pause = #"echo "cycle pause" | socat - "UNIX-CONNECT:$XDG_RUNTIME_DIR/mpv.sock""#
    try stage.run(pause)
    try stage.hearNothing()
    try stage.run("audiosessionctl wait mpv inactive")
    try called(stage, call) {}
    #expect(try stage.isSilent(), "its user had paused it")
    try stage.run(pause)
    try stage.hear(RecipeStage.full)
    try stage.run("audiosessionctl wait mpv active")
    let sentence = try stage.start(page.next())
    try stage.hear(RecipeStage.ducked)
    #expect(try sentence.wait() == 0, "\(sentence.said)")
    try stage.hear(RecipeStage.full)
    #expect(page.rest == [])
  }

  /// Has a call come, and waits until it is over.
  private func called(
    _ stage: RecipeStage,
    _ block: RecipePage.Block,
    meanwhile: () throws -> Void
  ) throws {
    let call = try stage.start(block)
    try meanwhile()
    #expect(try call.wait() == 0, "\(call.said)")
  }

  @Test(.enabled(if: has("mpd", "mpc"), "needs mpd and mpc"))
  func `mpd: paused by a call and resumed, its user's own pause respected`() throws {
    let stage = try RecipeStage(hasAgent: false)
    try stage.startMPD()
    var page = try RecipePage("mpd")
    try stage.write(page.next())
    try stage.run("mpc --quiet play")
    try stage.hear(RecipeStage.full)
    try stage.start(page.next())
    try stage.run("audiosessionctl wait mpd active")
    let mpv = try RecipePage("mpv")
    let call = try #require(mpv.blocks.first { $0.text.contains("--priority phoneCall") })
    try called(stage, call) { try stage.hearNothing() }
    try stage.hear(RecipeStage.full)
    try stage.run("mpc --quiet pause")
    try stage.run("audiosessionctl wait mpd inactive")
    try called(stage, call) {}
    #expect(try stage.isSilent(), "its user had paused it")
    _ = try page.next("ini")  // Verified by systemd in ServiceTests.
    #expect(page.rest == [])
  }

  @Test(.enabled(if: has("pw-play"), "needs pw-play"))
  func `wake-word: music is back although the second hook never ran`() throws {
    let stage = try RecipeStage()
    var page = try RecipePage("wake-word")
    try stage.startMusic()
    let (hold, release, options) = (try page.next(), try page.next(), try page.next("text"))
    #expect(
      options.text == """
        --detection-command '\(hold.text)'
        --tts-played-command '\(release.text)'
        """
    )
    try stage.run(hold)
    try stage.hear(RecipeStage.ducked)
    try stage.run(release)
    try stage.hear(RecipeStage.full)
    try stage.run(release)

    try stage.run(hold)
    try stage.hear(RecipeStage.ducked)
    try stage.run(page.next())
    try stage.hear(RecipeStage.full)
    #expect(try stage.session("wake-word") == nil)
    #expect(page.rest == [])
  }

  @Test(.enabled(if: has("mpv", "espeak-ng"), "needs mpv and espeak-ng"))
  func `alarm-and-assistant: the alarm silences music, the answer lowers the alarm`() throws {
    let stage = try RecipeStage()
    var page = try RecipePage("alarm-and-assistant")
    try stage.configure(page.next("ini"))
    try stage.start(page.next())
    try stage.hear(RecipeStage.full)
    let alarm = try stage.start(page.next())
    try stage.hear(RecipeStage.full, of: Pitch.speech)
    try stage.hearNothing()
    let answer = try stage.start(page.next(), speaksTo: RecipeStage.voice)
    try stage.hear(RecipeStage.ducked, of: Pitch.speech)
    #expect(try answer.wait() == 0, "\(answer.said)")
    try stage.hear(RecipeStage.full, of: Pitch.speech)
    #expect(try stage.isSilent(), "the alarm still rings")
    try alarm.kill(SIGINT)
    try stage.hear(RecipeStage.full)
    #expect(page.rest == [])
  }
}
