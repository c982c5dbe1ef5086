import AudioSessionJSON
import AudioSessionWire
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// `audiosessionctl policy`: what holds and by which line, and what would happen if.
@Suite(.tags(.process)) struct ControlPolicyTests {
  @Test func `R63, R66: roles, zones and lines with wildcards and depths stand with their place`()
    throws
  {
    let daemon = try TestDaemon(text: Self.configuration, in: TemporaryDirectory())
    let file = daemon.configurationPath
    let run = try Finished.control(["policy", "show"], at: daemon.socketPath)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let paragraphs = lines.split(separator: "").map(Array.init)
    let expected = [
      ["[Role emergency]", "Like=alarm  * set by \(file):2"],
      ["[Role jingle]", "Like=ducking  * set by \(file):4"],
      ["[Zones]", "Default=user  * built-in: shared, set by \(file):9"],
      [
        "[Grant alarm]", "Users=root", "Groups=daemon  * set by \(file):11",
      ],
      ["[Grant emergency]", "Users=root"],
    ]
    for paragraph in expected { #expect(paragraphs.contains(paragraph), "\(paragraph)") }
    let settings = [
      "emergency.phoneCall=duck -6dB  * built-in: duckNewcomer, set by \(file):6",
      "jingle.*=mix  * set by \(file):7",
    ]
    #expect(lines.filter { $0.contains("  * ") && $0.contains(".") }.prefix(2) == settings[...])
    let start = try #require(lines.firstIndex(of: "emergency"))
    #expect(
      lines[start...].prefix(7) == [
        "emergency",
        "  duck          mixable ducking interruptingSpoken duckingInterruptingSpoken",
        "                jingle", "  duck -6dB     phoneCall*",
        "  duckNewcomer  assistant ringtone accessibility",
        "  interrupt     exclusive spoken recording mixableSpoken alarm emergency", "jingle",
      ]
    )
  }

  @Test func `a role above normal that isn't granted is shown as such`() throws {
    try #require(geteuid() == 0, "only root may become somebody else")
    let daemon = try TestDaemon(text: Self.configuration, in: TemporaryDirectory())
    let run = try Finished.controlByNobody(["policy", "show"], at: daemon.socketPath)
    let file = daemon.configurationPath
    #expect(run.output.contains("\nLike=alarm  * not granted to you, set by \(file):2\n"))
    #expect(run.output.contains("\nLike=ducking  * set by \(file):4\n"))
  }

  @Test func `R41, R52, R63, R66: what is said of a new session decides`() throws {
    try #require(geteuid() == 0, "only root may ask for others")
    let daemon = try TestDaemon(text: Self.configuration, in: TemporaryDirectory())
    let client = try daemon.connect()
    try client.granted("hello", ["protocol": 1, "application": "radio"])
    _ = try client.play([
      "category": "playback", "name": "radio", "zone": "kitchen",
      "preferences": ["prefersNoInterruptionsFromSystemAlerts": true],
    ])
    let silence = "No other session would be affected."
    let interruption = "radio (session 1) would be interrupted."
    let hint = "radio (session 1) would be asked to silence secondary audio."
    let ducking = "radio (session 1) would be lowered to -14 dB by the new session."
    let rows: [(words: String, status: Int32, told: String)] = [
      ("--category playback", 0, interruption),
      ("--category playback --zone kitchen", 0, interruption),
      ("--category playback --zone attic", 0, silence),
      ("--category playback --application radio", 0, silence),
      ("--category playback --as-user nobody", 0, silence),
      ("--category playback --as-user nobody --no-zone", 0, interruption),
      // The application of another user is another application.
      ("--category playback --as-user nobody --no-zone --application radio", 0, interruption),
      ("--role accessibility", 0, ducking),
      ("--role jingle", 0, silence),
      ("--role emergency", 0, interruption),
      ("--role emergency --as-user nobody", 2, silence),
      ("--category playback --priority alarm --as-user daemon --no-zone", 0, interruption),
      ("--category playback --priority alarm --as-user nobody", 2, silence),
      ("--category playback --priority ringtone", 0, interruption),
      ("--category playback --priority ringtone --alert-style banner", 0, hint),
      ("--category playback --priority ringtone --as-user nobody", 2, silence),
      (
        "--category playback --priority ringtone --no-zone --as-user nobody --as-unit ring.service",
        0, interruption
      ),
    ]
    for (words, status, told) in rows {
      let line = ["policy", "test"] + words.split(separator: " ").map(String.init)
      let run = try Finished.control(line, at: daemon.socketPath)
      #expect(run.status == status, "\(words): \(run.output)\(run.error)")
      #expect(run.output.split(separator: "\n").dropFirst().first ?? "" == told, "\(words)")
    }
  }

  @Test func `policy test --config: the daemon simulates the file and keeps its own policy`() throws
  {
    let daemon = try TestDaemon(text: Self.configuration, in: TemporaryDirectory())
    let client = try daemon.connect()
    _ = try client.play(["category": "playback", "name": "radio"])
    _ = try client.open(["category": "playback", "name": "siren", "role": "emergency"])
    let folder = try TemporaryDirectory()
    let file = folder.path(of: "new.conf")
    try "[Interactions]\nexclusive.exclusive=duck 0.5\n[Grant alarm]\nUsers=daemon\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let test = ["policy", "test", "--config", file]
    let changed = try Finished.control(test + ["--category", "playback"], at: daemon.socketPath)
    #expect(
      changed.output == """
        With \(file):
          The activation of the new session would be granted: active, playing.
          radio (session 1) would be lowered to -6 dB by the new session.
          radio (session 1) would be asked to silence secondary audio.
          [R4 R12 R16 R18 R19 R45 R59 exclusive.exclusive]
        With the configuration in force:
          The activation of the new session would be granted: active, playing.
          radio (session 1) would be interrupted.
          [R4 R12 R15 R59 exclusive.exclusive]

        """
    )
    let same = try Finished.control(test + ["--category", "ambient"], at: daemon.socketPath)
    #expect(same.output.hasSuffix("\n\(file) would change nothing.\n"))
    let role = try Finished.control(test + ["--session", "siren"], at: daemon.socketPath)
    #expect(role.status == 2)
    #expect(role.output.contains("(missingEntitlement 'ent?' R3).\n"))
    #expect(role.output.contains("\n  The activation of siren (session 2) would be granted: "))
    let shown = try Finished.control(["policy", "show"], at: daemon.socketPath).output
    #expect(!shown.contains(file))
    #expect(shown.contains("[Role emergency]"))
  }

  @Test func `policy test without admin: refused for other users, for units and for a file`() throws
  {
    try #require(geteuid() == 0, "only root may become somebody else")
    let daemon = try TestDaemon()
    let rows: [(words: [String], status: Int32)] = [
      ([], 0), (["--as-user", "nobody"], 2), (["--as-unit", "a.service"], 2),
      (["--as-user-unit", "a.service"], 2), (["--config", "/dev/null"], 2),
      (["--application", "radio", "--zone", "attic", "--role", "accessibility"], 0),
    ]
    for (words, status) in rows {
      let line = ["policy", "test", "--category", "playback"] + words
      let run = try Finished.controlByNobody(line, at: daemon.socketPath)
      #expect(run.status == status, "\(words)")
      #expect(run.error.contains("(notPermitted)") == (status == 2), "\(words): \(run.error)")
    }
  }

  private static let configuration = """
    [Role emergency]
    Like=alarm
    [Role jingle]
    Like=ducking
    [Interactions]
    emergency.phoneCall=duck -6dB
    jingle.*=mix
    [Zones]
    Default=user
    [Grant alarm]
    Groups=daemon
    [Grant ringtone]
    Units=ring.service
    """
}
