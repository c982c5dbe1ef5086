import AudioSessionTypes
import Enforcement
import Testing

@testable import audiosession_agent

/// What the shipped rules make of sixty programs that people use, at their first sound and when they
/// have been heard for long.
struct ProgramTableTests {
  /// What its user wants of a program.
  enum Wish {
    /// It goes on beside other sound, and other sound beside it.
    case beside
    /// The same, and others are lowered meanwhile.
    case talk
    /// It stops other music, and is stopped by other music.
    case music
    /// It mixes until it has lasted.
    case becomesMusic
    /// A voice that is heard over everything, and lowers it.
    case voice
    /// Nobody touches it.
    case alone
  }

  /// One program: for people, by PipeWire's and PulseAudio's names, whether it captures.
  struct Row {
    var label: String
    var binary: String
    var role: String?
    var captures = false
    var player: String?
    var wish: Wish

    init(
      _ label: String,
      _ binary: String,
      _ wish: Wish,
      role: String? = nil,
      captures: Bool = false,
      player: String? = nil
    ) {
      (self.label, self.binary, self.wish) = (label, binary, wish)
      (self.role, self.captures, self.player) = (role, captures, player)
    }
  }

  static let rows = [
    Row("Firefox, a page", "firefox-bin", .becomesMusic),
    Row("Firefox, a page with a player", "firefox-bin", .music, player: "Firefox"),
    Row("Firefox in a call", "firefox-bin", .talk, captures: true),
    Row("Chromium, a page", "chromium", .becomesMusic),
    Row("Google Chrome", "chrome", .becomesMusic),
    Row("Zoom", "zoom", .talk, captures: true),
    Row("Teams for Linux", "teams-for-linux", .talk, captures: true),
    Row("Discord in voice", "Discord", .talk, captures: true),
    Row("Discord, a sound", "Discord", .beside),
    Row("Slack, a huddle", "slack", .talk, captures: true),
    Row("Signal, a call", "signal-desktop", .talk, captures: true),
    Row("Telegram, a call", "telegram-desktop", .talk, role: "Communication", captures: true),
    Row("Legcord", "legcord", .beside, captures: true),
    Row("Mattermost", "mattermost-desktop", .beside, captures: true),
    Row("Rocket.Chat", "rocketchat-desktop", .beside, captures: true),
    Row("Ferdium", "ferdium", .beside, captures: true),
    Row("Viber", "viber", .beside, captures: true),
    Row("baresip", "baresip", .beside, captures: true),
    Row("twinkle", "twinkle", .beside, captures: true),
    Row("nheko", "nheko", .beside, captures: true),
    Row("linphone", "linphone", .talk, captures: true),
    Row("Jami", "jami", .talk, role: "Communication", captures: true),
    Row("Mumble", "mumble", .talk, role: "Game", captures: true),
    Row("TeamSpeak", "ts3client_linux_amd64", .talk, captures: true),
    Row("Jitsi Meet", "jitsi-meet", .talk, captures: true),
    Row("Proton", "wine64-preloader", .beside),
    Row("Bottles", "wine-preloader", .beside),
    Row("a Unity game", "Valheim.x86_64", .beside),
    Row("Minecraft", "java", .beside),
    Row("Factorio", "factorio", .beside),
    Row("Counter-Strike 2", "cs2", .beside),
    Row("0 A.D.", "pyrogenesis", .beside),
    Row("OpenTTD by SDL and PipeWire", "openttd", .beside, role: "Game"),
    Row("Steam", "steam", .beside),
    Row("bucklespring", "buckle", .beside),
    Row("Spotify", "spotify", .music),
    Row("Kodi", "kodi.bin", .music),
    Row("Plex", "Plex", .becomesMusic),
    Row("snapclient", "snapclient", .music),
    Row("librespot", "librespot", .music),
    Row("Shairport Sync", "shairport-sync", .music),
    Row("Mopidy", "python3", .becomesMusic),
    Row("Mopidy with its player", "python3", .music, player: "Mopidy"),
    Row("an event of the desktop", "plasmashell", .beside, role: "event"),
    Row("an alarm of GNOME Clocks", "gnome-clocks", .beside, role: "event"),
    Row("Thunderbird", "thunderbird-bin", .beside),
    Row("paplay in a script", "pacat", .becomesMusic),
    Row("pw-play in a script", "pw-cat", .becomesMusic, role: "Music"),
    Row("aplay, or piper and aplay", "aplay", .becomesMusic),
    Row("mpg123 of a timer", "mpg123.bin", .becomesMusic),
    Row("Orca", "sd_espeak-ng", .voice),
    Row("OBS", "obs", .alone, role: "Production", captures: true),
    Row("Ardour by ALSA", "ardour-8.12.0", .alone, captures: true),
    Row("Bitwig", "BitwigAudioEngine-X64", .alone),
    Row("REAPER", "reaper", .alone, captures: true),
    Row("Audacity", "audacity", .alone),
    Row("QEMU", "qemu-system-x86_64", .beside),
    Row("VirtualBox", "VirtualBoxVM", .beside),
    Row("virt-viewer", "remote-viewer", .beside),
    Row("Waydroid", "android.hardware.audio.service", .beside),
    Row("Remmina", "remmina", .beside),
    Row("a program of which nobody has heard", "unheard-of", .becomesMusic),
  ]

  private let rules = shippedConfiguration().settings.rules

  /// The verdict on what it plays, when it has been heard for that long.
  private func adoption(of row: Row, after time: Duration) -> Adoption? {
    var stream = StreamDescription(direction: .output, owner: .claim(pid: 7))
    stream.binary = row.binary
    stream.mediaRole = row.role
    var activity = ProgramActivity()
    activity.player = row.player
    activity.hasPlayed = row.player != nil
    activity.heardFor = time
    activity.isCapturing = row.captures
    activity.conversedFor = row.captures ? time : nil
    let verdict = rules.judgement(on: stream, activity, facts: nil).verdict
    return if case .adopt(_, let adoption) = verdict { adoption } else { nil }
  }

  private func wish(met now: Adoption?, _ later: Adoption?) -> Wish? {
    guard let now, let later else { return now == later ? .alone : nil }
    if now.role == "accessibility" && later == now { return .voice }
    let mixes = [now, later].map { Legality.isMixable($0.category, $0.options) }
    switch (mixes[0], mixes[1]) {
    case (false, false): return .music
    case (true, false): return .becomesMusic
    case (false, true): return nil
    case (true, true):
      return later.options.contains(.duckOthers) ? .talk : .beside
    }
  }

  @Test(arguments: rows.indices)
  func `a program is what its user wants it to be`(row: Int) {
    let row = Self.rows[row]
    let met = wish(
      met: adoption(of: row, after: .milliseconds(10)),
      adoption(of: row, after: .seconds(10))
    )
    #expect(met == row.wish, "\(row.label)")
  }
}
