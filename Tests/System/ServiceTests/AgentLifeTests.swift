import Foundation
import TestSupport
import TestTraits
import Testing

/// A user's sound from the two packages alone, by the README's commands, under a systemd that runs.
@Suite(
  .disabled(if: AgentLife.lack != nil, Comment(rawValue: AgentLife.lack ?? "")),
  .serialized,
  .besideThePool(.machines),
  .timeLimit(.minutes(15))
)
struct AgentLifeTests {
  @Test func `the agent's package has the libraries that the daemon's hasn't`() throws {
    let package = try DebianPackage.made.get().agentPath
    let depends = try Checkout.run(["dpkg-deb", "-f", package, "Depends"]).text
    let names = depends.split(separator: ",").map { need in
      String(need.drop { $0 == " " }.prefix { $0 != " " && $0 != "\n" })
    }
    let needs: Set = [
      "audiosession", "init-system-helpers", "libc6", "libpipewire-0.3-0", "libsystemd0",
    ]
    #expect(Set(names) == needs.union(Life.needsOfOrdinarySwift))
    let recommends = try Checkout.run(["dpkg-deb", "-f", package, "Recommends"])
    #expect(recommends == (0, "pipewire, rtkit, wireplumber\n"))
  }

  @Test(arguments: BootedSystem.all)
  func `the parts of its life are these`(system: BootedSystem) throws {
    let titles = Self.parts(on: system).map(\.title)
    #expect(try AgentLife.lived(on: system).parts.map(\.title) == titles)
  }

  @Test(
    arguments: BootedSystem.all.flatMap { system in parts(on: system).map { (system, $0) } }
  )
  func `each part goes as it should`(system: BootedSystem, part: LifeTests.Part) throws {
    let seen = try AgentLife.lived(on: system).parts.first { $0.title == part.title }
    #expect(seen?.text == part.text, "\(part.title)")
  }

  private static func parts(on system: BootedSystem) -> [LifeTests.Part] {
    // mpv 0.41 doesn't say of its stream that it is music, and WirePlumber 0.5.18 pauses players.
    system == .debianTesting
      ? [bareMachine(andThen: pausing), voice(over: "player-program")] + others
      : [bareMachine(andThen: ""), voice(over: "music")] + others
  }

  private static let pausing = """

    ok agent WirePlumber pauses players whose output goes away (linking.pause-playback), and the \
    agent leaves those paused.
    """

  private static func bareMachine(andThen more: String) -> LifeTests.Part {
    LifeTests.Part(
      title: "on a bare machine the README's commands are enough",
      text: """
        the user's manager: active
        commands: 4
        agent: active
        music: free, 100
        doctor, exit status 0: All is well.
        ok agent It enforces decisions, and sees 1 stream.
        """ + more
    )
  }

  // The rule is the one that takes the player's stream.
  private static func voice(over rule: String) -> LifeTests.Part {
    LifeTests.Part(
      title: "music goes down under a voice, and comes back",
      text: """
        under the voice: ducked, 20
        mpv (session N), playback, kind exclusive: active, playing, lowered to -14 dB.
        mpv (session N) is lowered under eSpeak (session N) (R59 \
        duckingInterruptingSpoken.exclusive), since …
        mpv[PID] "song.ogg - mpv" (stream N), to auto_null: lowered to -14 dB.
        [Rule \(rule)] takes it (/usr/lib/audiosession/audiosession-agent.conf:N).
        by its process: ["explanations","streams"]
        ["\(rule)","speech-engine"]
        after it: free, 100
        """
    )
  }

  private static let others = [
    LifeTests.Part(
      title: "a call stops music without any configuration, and a change of grants counts at once",
      text: """
        in a call: paused, 0
        after it: free, 100
        without the grant: ducked, 20
        it would be taken by [Rule call] with [Grant phoneCall]
        it would be taken by [Rule call] with [Grant phoneCall]
        after it: free, 100
        with it again: paused, 0
        after it: free, 100
        """
    ),
    LifeTests.Part(
      title: "an upgrade and a downgrade replace the agent, and what it lowers stays low",
      text: """
        under an alert: ducked, 20, -14 dB
        9.0: active, ducked, 20, -14 dB
        1.0.0: active, ducked, 20, -14 dB
        after it: free, 100, 0 dB
        """
    ),
    LifeTests.Part(
      title: "the recipes' units are what systemd takes",
      text: """
        alarm.service
        alarm.timer
        audiosession-linux-voice-assistant.service
        audiosession-mqtt.service
        mpd-session.service
        """
    ),
    LifeTests.Part(
      title: "the recipe's alarm pauses music, and ends by itself",
      text: """
        without the grant: failed, 2
        07:00:00
        the alarm: alarm, active
        music: paused, 0
        the service: inactive, success
        music: free, 100
        again: alarm, active
        stopped: inactive, success
        music: free, 100
        """
    ),
    LifeTests.Part(
      title: "the recipe's service tells home automation who is heard",
      text: """
        at first: active
        the alarm rings: interrupted
        and ends: active
        """
    ),
    LifeTests.Part(
      title: "a bridge to other machines needs a house and a broker, and a grant for their alarms",
      text: """
        without a house: inactive
        with one: true, true, observe
        ok house This machine is hall of home, and the broker answers.
        an alarm elsewhere: lowering, R3
        with the grant: active, null
        after it: 0 imports
        purged: inactive
        """
    ),
    LifeTests.Part(
      title: "a stop gives everything back, and the next login brings it again",
      text: """
        stopped: inactive
        note agent It isn't running: programs that don't follow decisions aren't made to.
        after the next start: active
        """
    ),
    LifeTests.Part(
      title: "a wrong rule is refused with file and line",
      text: """
        not reloaded
        audiosession-agent: FILE:2: Binray=x: expected …; did you mean Binary=?
        audiosession-agent: FILE is ignored; the rest of the configuration is in force
        reloaded
        [Rule mine]
        # FILE:1
        Binary=x
        Action=adopt
        """
    ),
    LifeTests.Part(
      title: "what the agent said to the journal",
      text: """
        audiosession-agent: connected to the daemon
        audiosession-agent: lost the daemon: it is stopping
        audiosession-agent: without real time a new stream may be loud for a moment on a busy machine: \
        RealtimeKit
        """
    ),
    LifeTests.Part(title: "purged, nothing of it is left, nor runs", text: "inactive"),
  ]
}

/// The agent installed from its package on a machine of its own, for a user with PipeWire.
enum AgentLife {
  /// Returns the life on a system that can be booted.
  ///
  /// - Throws: That it can't be lived.
  static func lived(on system: BootedSystem) throws -> Life { try lives.life(on: system) }

  private static let lives = Lives(of: "life-agent", prepare: prepare)

  /// Puts the packages, the README and the recipes where the machine has them.
  @Sendable private static func prepare(_ folder: String) throws {
    let package = try DebianPackage.made.get()
    for path in [package.path, package.agentPath, package.housePath] {
      try Life.put(path, into: folder)
    }
    try FileManager.default.copyItem(
      atPath: Checkout.path("README.md"),
      toPath: "\(folder)/README.md"
    )
    try writeRecipes(to: "\(folder)/recipes")
  }

  /// Writes the units and scripts of all recipes, the alarm's grant, and the alarm's first commands.
  private static func writeRecipes(to folder: String) throws {
    for page in try RecipePage.names().map({ try RecipePage($0) }) {
      for block in page.blocks {
        guard let path = block.path, path.contains("/systemd/") || path.contains("/bin/") else {
          continue
        }
        try write(block.fileText, to: "\(folder)/home\(path.dropFirst())")
      }
    }
    let alarm = try RecipePage("alarm")
    let grant = try #require(alarm.blocks.first { $0.path?.hasPrefix("/etc") == true })
    try write(grant.fileText, to: folder + (grant.path ?? ""))
    let commands = try #require(alarm.rest.first { $0.language == "sh" })
    try write(commands.text + "\n", to: "\(folder)/commands")
  }

  /// Writes it with the mode of an installed file, whatever the umask: systemd warns of others.
  private static func write(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let mode = text.hasPrefix("#!") ? 0o755 : 0o644
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// Why it can't be lived here; nil if it can.
  static let lack: String? = {
    if let lack = Life.lack { return lack }
    let tools = [
      "pipewire", "wireplumber", "pipewire-pulse", "mpv", "espeak-ng", "jq", "mosquitto",
    ]
    if let lack = Checkout.lack(of: tools) { return lack }
    let libraries = ["pkg-config", "--exists", "libpipewire-0.3", "libsystemd", "libmosquitto"]
    let isThere = (try? Checkout.run(libraries).status) == 0
    let lack = "libpipewire-0.3-dev, libsystemd-dev and libmosquitto-dev aren't installed"
    return isThere ? nil : lack
  }()
}
