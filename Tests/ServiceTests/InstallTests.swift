import Foundation
import Testing

/// What `systemd/install` puts where, and that it takes all of it away again.
struct InstallTests {
  private static let system = [
    "644 /etc/audiosession/audiosessiond.conf",
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
  ]

  private static let user = [
    "644 /home/alice/.config/audiosession/audiosessiond.conf",
    "755 /home/alice/.local/bin/audiosessionctl",
    "755 /home/alice/.local/bin/audiosessiond",
    "644 /home/alice/.local/share/systemd/user/audiosessiond.service",
    "644 /home/alice/.local/share/systemd/user/audiosessiond.socket",
  ]

  /// The pages of the manual, below `share`.
  private func manual(_ share: String) throws -> [String] {
    try Checkout.names(in: "Sources/Manual").filter { $0.contains(/\.[1-8]$/) }
      .map { "644 \(share)/man/man\($0.suffix(1))/\($0)" }
  }

  private func sorted(_ files: [String]) -> [String] {
    files.sorted { $0.dropFirst(4) < $1.dropFirst(4) }
  }

  @Test func `the system's tree, and uninstall leaves nothing of it`() throws {
    let stage = try Stage()
    #expect(try stage.install() == (0, ""))
    let expected = sorted(Self.system + (try manual("/usr/local/share")))
    #expect(try Checkout.files(below: stage.root) == expected)
    #expect(try stage.install() == (0, ""), "a second time")
    #expect(try stage.install(["uninstall"]) == (0, ""))
    #expect(try Checkout.files(below: stage.root) == [])
  }

  @Test func `a user's tree, and uninstall leaves nothing of it`() throws {
    let stage = try Stage()
    #expect(try stage.install(["--user"]) == (0, ""))
    let expected = sorted(Self.user + (try manual("/home/alice/.local/share")))
    #expect(try Checkout.files(below: stage.root) == expected)
    let unit = try stage.text("/home/alice/.local/share/systemd/user/audiosessiond.service")
    #expect(unit.contains("\nExecStart=/home/alice/.local/bin/audiosessiond --user\n"))
    #expect(!unit.contains("/usr/bin/audiosession"))
    #expect(try stage.install(["--user", "uninstall"]) == (0, ""))
    #expect(try Checkout.files(below: stage.root) == [])
  }

  @Test func `the units follow the prefix, and go where UNITDIR says`() throws {
    let stage = try Stage()
    #expect(try stage.install(environment: ["PREFIX": "/opt/as", "UNITDIR": "/units"]) == (0, ""))
    let unit = try stage.text("/units/audiosessiond.service")
    let paths = unit.matches(of: /[\/a-z]+\/audiosessiond\b(?!\.)/).map { String($0.output) }
    #expect(Set(paths) == ["/opt/as/bin/audiosessiond"])
    #expect(paths.count == 3)
  }

  @Test func `what the administrator changed is kept`() throws {
    let stage = try Stage()
    #expect(try stage.install() == (0, ""))
    let file = stage.root + "/etc/audiosession/audiosessiond.conf"
    try "[Policy]\n".write(toFile: file, atomically: false, encoding: .utf8)
    #expect(try stage.install() == (0, ""))
    #expect(try stage.install(["uninstall"]) == (0, ""))
    #expect(try Checkout.files(below: stage.root) == ["644 /etc/audiosession/audiosessiond.conf"])
    #expect(try stage.text("/etc/audiosession/audiosessiond.conf") == "[Policy]\n")
  }

  @Test func `what can't be installed is said, and nothing is`() throws {
    let stage = try Stage()
    let missing = try stage.install(environment: ["BINARIES": "/nowhere"])
    #expect(
      missing == (
        1,
        """
        systemd/install: /nowhere/audiosessiond isn't there; build it with \
        `swift build -c release --static-swift-stdlib`, or say where it is in BINARIES

        """
      )
    )
    let word = try stage.install(["remove"])
    #expect(word == (1, "systemd/install: remove: expected --user or uninstall\n"))
    #expect(!FileManager.default.fileExists(atPath: stage.root))
  }
}
