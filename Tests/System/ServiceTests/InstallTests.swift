import AudioSessionJSON
import Foundation
import TestSupport
import Testing

/// What `systemd/install` puts where, and that it takes all of it away again.
struct InstallTests {
  private static let system =
    [
      "644 /etc/audiosession/audiosessiond.conf",
      "755 /etc/audiosession/audiosessiond.conf.d",
      "755 /usr/local/bin/audiosessionctl",
      "755 /usr/local/bin/audiosessiond",
      "644 /usr/local/lib/systemd/catalog/audiosession.catalog",
      "644 /usr/local/lib/systemd/system-preset/50-audiosession.preset",
      "644 /usr/local/lib/systemd/system/audiosessiond.service",
      "644 /usr/local/lib/systemd/system/audiosessiond.socket",
      "644 /usr/local/lib/systemd/user-preset/50-audiosession.preset",
      "644 /usr/local/lib/systemd/user/audiosessiond.service",
      "644 /usr/local/lib/systemd/user/audiosessiond.socket",
      "644 /usr/local/lib/sysusers.d/audiosession.conf",
    ] + profiles(in: "/etc/audiosession")

  private static let user =
    [
      "644 /home/alice/.config/audiosession/audiosessiond.conf",
      "755 /home/alice/.config/audiosession/audiosessiond.conf.d",
      "755 /home/alice/.local/bin/audiosessionctl",
      "755 /home/alice/.local/bin/audiosessiond",
      "644 /home/alice/.local/share/systemd/user/audiosessiond.service",
      "644 /home/alice/.local/share/systemd/user/audiosessiond.socket",
    ] + profiles(in: "/home/alice/.config/audiosession")

  private static func profiles(in folder: String) -> [String] {
    ["android", "car", "ios", "web"].map { "644 \(folder)/profiles/\($0).conf" }
  }

  /// What the agent adds to the system's tree; its rules are no configuration of the administrator's.
  private static let systemAgent = [
    "755 /etc/audiosession/audiosession-agent.conf.d",
    "644 /etc/audiosession/audiosessiond.conf.d/50-agent.conf",
    "755 /usr/local/bin/audiosession-agent",
    "644 /usr/local/lib/audiosession/audiosession-agent.conf",
    "644 /usr/local/lib/systemd/user-preset/50-audiosession-agent.preset",
    "644 /usr/local/lib/systemd/user/audiosession-agent.service",
    "644 /usr/local/share/man/man1/audiosession-agent.1",
    "644 /usr/local/share/man/man5/audiosession-agent.conf.5",
  ]

  /// What the bridge adds to the system's tree.
  private static let systemHouse = [
    "755 /etc/audiosession/audiosession-house.conf.d",
    "644 /etc/audiosession/audiosessiond.conf.d/50-house.conf",
    "755 /usr/local/bin/audiosession-house",
    "644 /usr/local/lib/systemd/system-preset/50-audiosession-house.preset",
    "644 /usr/local/lib/systemd/system/audiosession-house.service",
    "644 /usr/local/share/doc/audiosession-house/audiosession-house.conf",
    "644 /usr/local/share/man/man5/audiosession-house.conf.5",
    "644 /usr/local/share/man/man8/audiosession-house.8",
  ]

  private static let userAgent = [
    "755 /home/alice/.config/audiosession/audiosession-agent.conf.d",
    "755 /home/alice/.local/bin/audiosession-agent",
    "644 /home/alice/.local/lib/audiosession/audiosession-agent.conf",
    "644 /home/alice/.local/share/man/man1/audiosession-agent.1",
    "644 /home/alice/.local/share/man/man5/audiosession-agent.conf.5",
    "644 /home/alice/.local/share/systemd/user/audiosession-agent.service",
  ]

  /// The pages of the manual and the documents of the daemon and its tool, below `share`.
  private func manual(_ share: String) throws -> [String] {
    let pages = try Checkout.names(in: "Sources/Manual").filter {
      $0.contains(/\.[1-8]$/) && !$0.hasPrefix("audiosession-agent")
        && !$0.hasPrefix("audiosession-house")
    }
    let completions = [
      "bash-completion/completions/audiosessionctl",
      "fish/vendor_completions.d/audiosessionctl.fish",
      "zsh/site-functions/_audiosessionctl",
    ]
    return completions.map { "644 \(share)/\($0)" }
      + (pages + ["audiosession-rules.7"]).map { "644 \(share)/man/man\($0.suffix(1))/\($0)" }
      + ["Clients", "Protocol", "Rules", "Situations"].map {
        "644 \(share)/doc/audiosession/\($0).md"
      }
      + (try ProfileFile.names().map { "644 \(share)/doc/audiosession/Platform-\($0).md" })
      + ["644 \(share)/doc/audiosession/example.py"]
      + (try Checkout.names(in: "config/recipes").map {
        "644 \(share)/doc/audiosession/recipes/\($0)"
      })
      + ["__main__", "assistant"].map {
        "644 \(share.dropLast("share".count))lib/audiosession/linux-voice-assistant/\($0).py"
      }
  }

  /// The files of the Python client, in this folder.
  private func client(in folder: String) throws -> [String] {
    try Checkout.names(in: "Sources/Python/audiosession")
      .filter { $0.hasSuffix(".py") || $0 == "py.typed" }
      .map { "644 \(folder)/audiosession/\($0)" }
  }

  /// What belongs to the daemon: these files, and what is the same below every prefix.
  private func all(_ files: [String], below prefix: String) throws -> [String] {
    try files + client(in: "\(prefix)/lib/python3.99/site-packages") + manual("\(prefix)/share")
  }

  private func sorted(_ files: [String]) -> [String] {
    files.sorted { $0.dropFirst(4) < $1.dropFirst(4) }
  }

  @Test func `the system's tree, and uninstall leaves nothing of it`() throws {
    let stage = try Stage()
    #expect(try stage.install() == (0, ""))
    let expected = sorted(try all(Self.system, below: "/usr/local"))
    #expect(try Checkout.files(below: stage.root) == expected)
    #expect(try stage.install() == (0, ""), "a second time")
    #expect(try stage.install(["uninstall"]) == (0, ""))
    #expect(try Checkout.files(below: stage.root) == [])
  }

  @Test func `a user's tree, and uninstall leaves nothing of it`() throws {
    let stage = try Stage()
    #expect(try stage.install(["--user"]) == (0, ""))
    let expected = sorted(try all(Self.user, below: "/home/alice/.local"))
    #expect(try Checkout.files(below: stage.root) == expected)
    let unit = try stage.text("/home/alice/.local/share/systemd/user/audiosessiond.service")
    #expect(unit.contains("\nExecStart=/home/alice/.local/bin/audiosessiond --user\n"))
    #expect(!unit.contains("/usr/bin/audiosession"))
    #expect(try stage.install(["--user", "uninstall"]) == (0, ""))
    #expect(try Checkout.files(below: stage.root) == [])
  }

  @Test func `where the agent was built with PipeWire it is installed, too, or alone`() throws {
    let stage = try Stage(hasAgent: true)
    let daemon = try all(Self.system, below: "/usr/local")
    #expect(try stage.install() == (0, ""))
    #expect(try Checkout.files(below: stage.root) == sorted(daemon + Self.systemAgent))
    #expect(try stage.install(["uninstall", "--daemon"]) == (0, ""))
    // The folder has the agent's grants.
    let folder = "755 /etc/audiosession/audiosessiond.conf.d"
    #expect(try Checkout.files(below: stage.root) == sorted(Self.systemAgent + [folder]))
    let unit = try stage.text("/usr/local/lib/systemd/user/audiosession-agent.service")
    #expect(unit.contains("\nExecStart=/usr/local/bin/audiosession-agent\n"))
    #expect(!unit.contains("/usr/bin/audiosession"))
    #expect(try stage.install(["uninstall"]) == (0, ""))
    #expect(try Checkout.files(below: stage.root) == [])
    #expect(try stage.install(["--daemon"]) == (0, ""))
    #expect(try Checkout.files(below: stage.root) == sorted(daemon))
  }

  @Test func `where the bridge was built with MQTT it is installed, but not for a user`() throws {
    let stage = try Stage(hasHouse: true)
    #expect(try stage.install() == (0, ""))
    let daemon = try all(Self.system, below: "/usr/local")
    let files = try Checkout.files(below: stage.root)
    #expect(files == sorted(daemon + Self.systemHouse))
    let unit = try stage.text("/usr/local/lib/systemd/system/audiosession-house.service")
    #expect(unit.contains("\nExecStart=/usr/local/bin/audiosession-house\n"))
    #expect(try stage.install(["uninstall"]) == (0, ""))
    #expect(try Checkout.files(below: stage.root) == [])
    #expect(try stage.install(["--user"]) == (0, ""))
    #expect(try !Checkout.files(below: stage.root).contains { $0.contains("house") })
  }

  @Test func `a user's tree has the agent, too`() throws {
    let stage = try Stage(hasAgent: true)
    #expect(try stage.install(["--user"]) == (0, ""))
    let daemon = try all(Self.user, below: "/home/alice/.local")
    #expect(try Checkout.files(below: stage.root) == sorted(daemon + Self.userAgent))
    #expect(try stage.install(["--user", "uninstall"]) == (0, ""))
    #expect(try Checkout.files(below: stage.root) == [])
  }

  @Test func `an installation for a user: prints what went where and the next steps`() throws {
    let stage = try Stage()
    let home = stage.root + "/home"
    let said = try stage.install(
      ["--user"],
      environment: [
        "DESTDIR": "", "HOME": home, "XDG_CONFIG_HOME": "", "PATH": "/usr/bin:/bin",
        "PYTHONDIR": "\(home)/.local/python",
      ]
    )
    #expect(said.status == 0)
    #expect(
      said.text == """
        Installed:
          programs       \(home)/.local/bin/audiosessiond, audiosessionctl
          manual         \(home)/.local/share/man: audiosessiond(8), audiosessionctl(1), \
        audiosession-rules(7), ...
          documents      \(home)/.local/share/doc/audiosession
          configuration  \(home)/.config/audiosession/audiosessiond.conf
          Python client  \(home)/.local/python/audiosession
          units          \(home)/.local/share/systemd/user
        \(home)/.local/bin is not in your PATH.
        systemd is not running. To start the daemon manually: \
        \(home)/.local/bin/audiosessiond --user
        The agent, which applies decisions to streams, was not built with PipeWire: swift build \
        -c release --static-swift-stdlib --traits PipeWire (needs libpipewire-0.3-dev and \
        libsystemd-dev)

        """
    )
  }

  @Test func `a program that couldn't load Swift's libraries isn't installed`() throws {
    let stage = try Stage()
    // What `swift build` makes without more: it finds the libraries beside the compiler alone.
    let refused = try stage.install(environment: ["BINARIES": Checkout.programs])
    #expect(refused.status == 1)
    let expected =
      #"systemd/install: .*/audiosessiond needs libswift\w+\.so, which the installed "#
      + "program could not load; build it with `swift build -c release --static-swift-stdlib`\n"
    #expect(try Regex(expected).wholeMatch(in: refused.text) != nil, "\(refused.text)")
    #expect(!FileManager.default.fileExists(atPath: stage.root))
  }

  @Test(arguments: ["systemd/install", "systemd/package"])
  func `help is to be had, and a wrong word is said`(script: String) throws {
    let help = try Checkout.run([script, "--help"])
    #expect(help.status == 0 && help.text.hasPrefix("usage: \(script) ["))
    let wrong = try Checkout.run([script, "--bogus"])
    #expect(wrong.status == 1 && wrong.text.hasPrefix("\(script): --bogus: expected "))
  }

  @Test(.enabled(if: getuid() == 0 && Checkout.has("runuser"), "takes root"))
  func `an installation without root: refused, with what to do instead`() throws {
    let script = try Checkout.text("systemd/install")
    let refused = try Checkout.run(["runuser", "-u", "nobody", "--", "sh", "-c", script, "install"])
    #expect(refused == (1, "systemd/install: must be run as root, or with --user\n"))
  }

  @Test func `the units follow the prefix, and go where UNITDIR says`() throws {
    let stage = try Stage()
    #expect(try stage.install(environment: ["PREFIX": "/opt/as", "UNITDIR": "/units"]) == (0, ""))
    let unit = try stage.text("/units/audiosessiond.service")
    let paths = unit.matches(of: /[\/a-z]+\/audiosessiond\b(?!\.)/).map { String($0.output) }
    #expect(Set(paths) == ["/opt/as/bin/audiosessiond"])
    #expect(paths.count == 3)
  }

  @Test(.enabled(if: Checkout.has("python3"), "python3 isn't installed"))
  func `Python finds its client below a home directory, and nothing is left of it`() throws {
    let stage = try Stage()
    // The real one.
    try stage.play("python3", "#!/bin/sh\nexec \(Spawn.path(of: "python3")) \"$@\"\n")
    let settings = ["DESTDIR": "", "HOME": stage.root + "/home", "XDG_CONFIG_HOME": ""]
    #expect(try stage.install(["--user"], environment: settings).status == 0)
    let program = "import audiosession; print(audiosession.Client.__name__)"
    let said = try Checkout.run(
      ["env", "HOME=\(stage.root)/home", "PYTHONPATH=", "python3", "-c", program]
    )
    #expect(said == (0, "Client\n"))
    #expect(try stage.install(["--user", "uninstall"], environment: settings).status == 0)
    #expect(try Checkout.files(below: stage.root) == [])
  }

  @Test func `where Python would not find its client, only that is left out`() throws {
    let stage = try Stage()
    try stage.play("python3", "#!/bin/sh\nexit 127\n")
    #expect(try stage.install() == (0, ""))
    let expected = Self.system + (try manual("/usr/local/share"))
    #expect(try Checkout.files(below: stage.root) == sorted(expected))
    #expect(try stage.install(["uninstall"]) == (0, ""))
    let own = try Stage()
    #expect(try own.install(environment: ["PYTHONDIR": "/usr/local/python"]) == (0, ""))
    let client = try own.text("/usr/local/python/audiosession/blocking.py")
    #expect(client.contains("class Client"))
  }

  @Test func `the Python client of a former version, which was one file, is removed`() throws {
    let stage = try Stage()
    let folder = "/usr/local/lib/python3.99/site-packages"
    try FileManager.default.createDirectory(
      atPath: stage.root + folder,
      withIntermediateDirectories: true
    )
    let former = "\(stage.root)\(folder)/audiosession.py"
    try "".write(toFile: former, atomically: false, encoding: .utf8)
    #expect(try stage.install() == (0, ""))
    #expect(!FileManager.default.fileExists(atPath: former))
    #expect(try stage.text("\(folder)/audiosession/py.typed") == "")
  }

  @Test func `a changed configuration file: kept by a second install and by uninstall`() throws {
    let stage = try Stage()
    #expect(try stage.install() == (0, ""))
    let file = stage.root + "/etc/audiosession/audiosessiond.conf"
    try "[Policy]\n".write(toFile: file, atomically: false, encoding: .utf8)
    #expect(try stage.install() == (0, ""))
    #expect(try stage.install(["uninstall"]) == (0, ""))
    #expect(try Checkout.files(below: stage.root) == ["644 /etc/audiosession/audiosessiond.conf"])
    #expect(try stage.text("/etc/audiosession/audiosessiond.conf") == "[Policy]\n")
  }

  @Test func `missing programs or a wrong argument: an error, and nothing is installed`() throws {
    let stage = try Stage()
    let missing = try stage.install(environment: ["BINARIES": "/nowhere"])
    #expect(
      missing == (
        1,
        """
        systemd/install: /nowhere/audiosessiond does not exist; build it with \
        `swift build -c release --static-swift-stdlib`, or set BINARIES to its directory

        """
      )
    )
    let word = try stage.install(["remove"])
    #expect(
      word == (
        1,
        "systemd/install: remove: expected --user, --daemon, --agent, --house, uninstall or "
          + "--help\n"
      )
    )
    #expect(!FileManager.default.fileExists(atPath: stage.root))
  }
}
