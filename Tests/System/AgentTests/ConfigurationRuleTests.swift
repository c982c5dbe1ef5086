import AudioSessionTypes
import Enforcement
import Testing

@testable import audiosession_agent

/// Which of the shipped rules takes which program, by the names that programs really bear.
struct ConfigurationRuleTests {
  private let rules = shippedConfiguration().settings.rules

  /// A stream as PipeWire 0.3.65 shows it, and the rule that takes it.
  private struct Sample {
    var rule: String
    var application = ""
    var binary = ""
    var node = ""
    var role: String?
    var portal: String?
    var direction = StreamDirection.output
    var player: String?
    var isCapturing = false
    var heardFor: Duration?
    var hasPlayed = false
    var conversedFor: Duration?
    var parents: [String] = []
    var isClaimed = false
    var grants: Set<String> = []

    var stream: StreamDescription {
      let owner: StreamOwner = isClaimed ? .claim(pid: 7) : .credential(pid: 7)
      var stream = StreamDescription(direction: direction, owner: owner)
      stream.applicationName = application
      stream.binary = binary
      stream.nodeName = node
      stream.mediaRole = role
      stream.portalAppID = portal
      stream.parents = parents
      return stream
    }

    var activity: ProgramActivity {
      var activity = ProgramActivity()
      activity.player = player
      activity.isCapturing = isCapturing
      activity.heardFor = heardFor
      activity.hasPlayed = hasPlayed
      activity.conversedFor = conversedFor
      return activity
    }
  }

  private static let long = Duration.seconds(5)
  private static let moment = Duration.seconds(1)

  /// Seen with the programs of Debian 12.
  private static let seen = [
    Sample(rule: "chime", application: "pw-play", binary: "pw-cat", node: "pw-play", role: "Music"),
    Sample(
      rule: "command",
      application: "pw-play",
      binary: "pw-cat",
      role: "Music",
      heardFor: long
    ),
    Sample(rule: "chime", application: "paplay", binary: "pacat", node: "paplay"),
    Sample(rule: "command", application: "paplay", binary: "pacat", heardFor: long),
    Sample(rule: "music", application: "mpv", binary: "mpv", node: "mpv", role: "Music"),
    Sample(rule: "player-program", application: "mpv", binary: "mpv", node: "mpv"),
    Sample(
      rule: "player",
      application: "mpv",
      binary: "mpv",
      node: "mpv",
      player: "mpv",
      hasPlayed: true
    ),
    Sample(rule: "music", application: "Music Player Daemon", binary: "mpd", role: "Music"),
    Sample(rule: "speech-engine", application: "eSpeak", binary: "espeak-ng", node: "eSpeak"),
    Sample(rule: "chime", application: "ALSA plug-in [sox]", binary: "sox"),
    Sample(rule: "sound", application: "Chromium", binary: "chromium", node: "Chromium"),
    Sample(rule: "sound", application: "Chromium", binary: "chromium", player: "Chromium"),
    Sample(rule: "browser", application: "Chromium", binary: "chromium", heardFor: long),
    Sample(
      rule: "browser-player",
      application: "Chromium",
      binary: "chromium",
      player: "Chromium",
      hasPlayed: true
    ),
    Sample(rule: "conference", application: "Chromium", binary: "chromium", conversedFor: moment),
    Sample(
      rule: "conference",
      application: "Chromium input",
      binary: "chromium",
      direction: .input,
      isCapturing: true,
      conversedFor: moment
    ),
    Sample(
      rule: "listener",
      application: "pw-record",
      binary: "pw-cat",
      node: "pw-record",
      role: "Music",
      direction: .input,
      isCapturing: true
    ),
    Sample(
      rule: "listener",
      application: "parec",
      binary: "pacat",
      direction: .input,
      isCapturing: true
    ),
  ]

  /// By what PipeWire, PulseAudio's clients and the programs' own sources say.
  private static let known = [
    Sample(rule: "production", application: "Ardour", role: "Production"),
    Sample(rule: "filter-program", application: "Easy Effects", binary: "easyeffects"),
    Sample(rule: "filters", node: "output.loopback-12-3"),
    Sample(
      rule: "meters",
      application: "PulseAudio Volume Control",
      binary: "pavucontrol",
      direction: .input,
      isCapturing: true
    ),
    Sample(rule: "screen-reader", application: "Orca", role: "Accessibility"),
    Sample(rule: "speech-dispatcher", binary: "sd_espeak-ng"),
    Sample(rule: "speech-dispatcher-by-name", application: "speech-dispatcher-espeak-ng"),
    Sample(rule: "prompt", role: "Navigation"),
    Sample(rule: "call", role: "Communication", grants: ["phoneCall"]),
    Sample(rule: "conversation", role: "Communication"),
    Sample(rule: "conversation", role: "Communication", isClaimed: true, grants: ["phoneCall"]),
    Sample(rule: "ringtone", role: "Ringtone", grants: ["ringtone"]),
    Sample(rule: "alarm", role: "alarm", grants: ["alarm"]),
    Sample(rule: "ringing", role: "alarm", isClaimed: true, grants: ["alarm"]),
    Sample(
      rule: "sandboxed-conference",
      application: "Zoom",
      portal: "us.zoom.Zoom",
      conversedFor: moment
    ),
    Sample(
      rule: "recorder",
      binary: "gnome-sound-recorder",
      direction: .input,
      isCapturing: true
    ),
    Sample(rule: "notification", application: "GNOME Shell", role: "Notification"),
    Sample(rule: "game", binary: "supertux2", role: "Game"),
    Sample(rule: "game-program", application: "hl2.exe", binary: "wine64-preloader"),
    Sample(rule: "messenger", application: "Discord", binary: "Discord"),
    Sample(rule: "conference", application: "Discord", binary: "Discord", conversedFor: moment),
    Sample(rule: "browser", application: "Firefox", binary: "firefox-esr", heardFor: long),
    Sample(rule: "browser", application: "Google Chrome", binary: "chrome", heardFor: long),
    Sample(rule: "podcast", binary: "gnome-podcasts", player: "Podcasts"),
    Sample(rule: "bluetooth", node: "bluez_input.00_11_22_33_44_55.2"),
    Sample(rule: "movie", application: "Totem", binary: "totem", role: "Movie"),
    Sample(
      rule: "player",
      application: "Spotify",
      binary: "spotify",
      player: "Spotify",
      hasPlayed: true
    ),
    Sample(rule: "player-program", application: "Spotify", binary: "spotify"),
    Sample(rule: "sound", application: "something", binary: "something"),
    Sample(rule: "other", application: "something", binary: "something", heardFor: long),
    Sample(rule: "talk", application: "something", binary: "something", conversedFor: moment),
    Sample(rule: "launched-game", binary: "something", parents: ["reaper", "steam"]),
    Sample(rule: "virtual-machine", binary: "qemu-system-x86_64"),
    Sample(rule: "production-program", binary: "ardour-8.12.0"),
    Sample(rule: "listener", binary: "something", direction: .input, isCapturing: true),
  ]

  private func name(_ verdict: RuleVerdict) -> String? {
    switch verdict {
    case .adopt(let rule, _): rule
    case .leave(let rule): rule
    }
  }

  @Test func `each program is taken by the rule that is meant for it`() {
    for sample in Self.seen + Self.known {
      let verdict = rules.judgement(
        on: sample.stream,
        sample.activity,
        facts: DaemonFacts(grants: sample.grants, grantedRoles: [], unduckRamp: .zero)
      ).verdict
      #expect(name(verdict) == sample.rule, "\(sample)")
    }
  }

  @Test func `every rule has a program that it takes`() {
    let tried = Set((Self.seen + Self.known).map(\.rule))
    let untried = ["dictation", "sandboxed-recorder"]
    #expect(Set(rules.rules.map(\.name)).subtracting(tried).sorted() == untried)
  }

  private func given(by name: String) -> Adoption? {
    rules.rules.first { $0.name == name }?.adoption
  }

  @Test func `the shipped file is right`() {
    let shipped = shippedConfiguration()
    #expect(shipped.faults == [])
    #expect(shipped.warnings == [])
    var settings = shipped.settings
    settings.rules = AdoptionRules()
    #expect(settings == AgentSettings())
  }

  @Test func `listeners, meters and filters are left alone`() {
    for name in ["production", "production-program", "filters", "meters", "listener"] {
      #expect(rules.rules.contains { $0.name == name })
      #expect(given(by: name) == nil)
    }
  }

  @Test func `the shipped rules: silence games, browsers and calls, pause music and others`() throws
  {
    for name in [
      "game", "browser", "conference", "notification", "speech-engine", "bluetooth", "sound",
    ] {
      #expect(try #require(given(by: name)).hold == .silence, "\(name)")
    }
    for name in ["music", "player", "browser-player", "podcast", "other"] {
      #expect(try #require(given(by: name)).hold == .pause, "\(name)")
    }
  }

  @Test func `a conversation without a grant mixes, so that nothing cuts it off`() throws {
    for name in ["conversation", "conference", "sandboxed-conference", "talk"] {
      let adoption = try #require(given(by: name))
      #expect(Legality.isMixable(adoption.category, adoption.options), "\(name)")
      #expect(adoption.options.contains(.duckOthers) == (name != "talk"), "\(name)")
      #expect(adoption.priority == .normal, "\(name)")
    }
    let call = try #require(given(by: "call"))
    #expect(!Legality.isMixable(call.category, call.options))
    #expect(call.priority == .phoneCall)
  }
}
