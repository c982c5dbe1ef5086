import TestSupport
import Testing

/// The scenarios' own notation: what it can't read, and what a difference looks like.
struct NotationTests {
  /// A text, and the error it must give, with its line.
  @Test(arguments: [
    ("  music is playback", "x:1: expected 'scenario' and a title first"),
    ("scenario a\nrules R99", "x:2: there is no rule R99"),
    ("scenario a\nonly here", "x:2: expected 'only core' or 'only daemon'"),
    (
      "scenario a\n  music is loud",
      "x:2: 'loud' is no category, mode, option, policy, priority or preference"
    ),
    ("scenario a\n\n# so\n  music dances -> granted", "x:4: nobody can do 'dances'"),
    ("scenario a\n  music sets playback -> granted", "x:2: 'becomes' sets a category"),
    ("scenario a\n  music becomes alarm -> granted", "x:2: expected a category in 'alarm'"),
    (
      "scenario a\n  the route changes: home -> granted",
      "x:2: 'home' is no reason of a route change"
    ),
    ("scenario a\n  5 pass -> nothing", "x:2: '5' is no time; expected 300ms, 5s or 10min"),
    ("scenario a\n  policy DuckGain", "x:2: expected Key=Value, not 'DuckGain'"),
    ("scenario a\n  music is playback role", "x:2: expected a role's name"),
    ("scenario a\n  music is playback no", "x:2: expected 'no options' or 'no role'"),
    (
      "scenario a\n  the route becomes Speaker: home -> nothing",
      "x:2: 'home' is no reason of a route change"
    ),
    (
      "scenario a\n  music closes -> nothing\n  film ended",
      "x:3: expected '->', or 'is' and what can be seen of a session: 'film ended'"
    ),
  ])
  func `a scenario that can't be read: an error with its line`(_ text: String, _ message: String) {
    #expect {
      try ScenarioParser.scenarios(in: text, file: "x")
    } throws: {
      "\($0)" == message
    }
  }

  /// The last lines of a scenario with two players, and the message they must give.
  @Test(arguments: [
    (
      "film activates -> granted",
      """
      x:6: film activates
        expected: granted
        seen:     granted
                  music began by film
      """
    ),
    (
      "film activates -> nothing",
      """
      x:6: film activates
        expected: nothing
        seen:     granted
                  music began by film
      """
    ),
    (
      "film activates -> music began by film\n granted",
      """
      x:6: film activates
        expected: music began by film
                  granted
        seen:     granted
                  music began by film
      """
    ),
    ("clock activates -> granted", "x:6: there is no session clock"),
    (
      "the route becomes Speaker -> nothing",
      "x:6: the daemon infers the reason; name it, or say 'only daemon'"
    ),
    ("the offer lapses -> nothing", "x:6: no deadline is set"),
    ("the daemon stops -> nothing", "x:6: the core has no end; say 'only daemon'"),
    (
      "film activates -> granted\n music began by film",
      "x:1: no decision rested on R30, but on R4 R12 R15 R59"
    ),
  ])
  func `a difference says where, what was expected and what was seen`(
    _ lines: String,
    _ message: String
  ) throws {
    let text = """
      scenario a
      rules R30
      music is playback
      film is playback
      music activates -> granted
      \(lines)
      """
    let scenario = try #require(try ScenarioParser.scenarios(in: text, file: "x").first)
    #expect(ScenarioRunner.firstDifference(of: scenario, in: CoreWorld.self) == message)
  }

  /// A declaration that the notation allows and the core can't set up.
  @Test(arguments: [
    ("music has grants loud", "there is no grant 'loud'"),
    ("policy [Role siren] Like=loud", "expected Like= and a kind in [Role siren]"),
    ("policy exclusive.loud=mix", "'exclusive.loud' is no key and no cell"),
    ("policy exclusive.exclusive=duck 0.5 0.4", "'duck 0.5 0.4' is no outcome"),
  ])
  func `a declaration that can't be set up: reported with the scenario's line`(
    _ declaration: String,
    _ message: String
  ) throws {
    let text = "scenario a\n\(declaration)\nmusic is playback"
    let scenario = try #require(try ScenarioParser.scenarios(in: text, file: "x").first)
    let difference = ScenarioRunner.firstDifference(of: scenario, in: CoreWorld.self)
    #expect(difference == "x:1: \(message)")
  }

  @Test func `settings are read as configuration has them, with sections and depths`() throws {
    let text = """
      scenario a
      policy DuckGain=0.5 ducking.*=duck -6dB [Role siren] Like=alarm [Zones] Default=user
      """
    let settings = try ScenarioParser.scenarios(in: text, file: "x").first?.stage.settings
    #expect(
      settings == [
        PolicySetting(key: "DuckGain", value: "0.5"),
        PolicySetting(key: "ducking.*", value: "duck -6dB"),
        PolicySetting(section: "Role siren", key: "Like", value: "alarm"),
        PolicySetting(section: "Zones", key: "Default", value: "user"),
      ]
    )
  }

  @Test func `a fact that doesn't hold is shown among those that do`() throws {
    let text = """
      scenario a
      music is playback
      music deactivates -> granted
      music is inactive, active, not silent
      """
    let scenario = try #require(try ScenarioParser.scenarios(in: text, file: "x").first)
    let difference = ScenarioRunner.firstDifference(of: scenario, in: CoreWorld.self) ?? ""
    let lines = difference.split(separator: "\n")
    #expect(lines.prefix(2) == ["x:4: music is not as expected", "  expected: active, not silent"])
  }

  @Test func `a session that is gone has no facts but this`() throws {
    let text = """
      scenario a
      music is playback
      music closes -> granted
      music is gone
      music is inactive
      """
    let scenario = try #require(try ScenarioParser.scenarios(in: text, file: "x").first)
    let difference = ScenarioRunner.firstDifference(of: scenario, in: CoreWorld.self)
    #expect(difference == "x:5: music isn't open")
  }

  /// The numbers that everybody's SplitMix64 gives for this seed.
  @Test func `a seed means the same for ever`() {
    var generator = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ]
    )
  }
}
