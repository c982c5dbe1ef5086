import Foundation
import TestSupport
import Testing

/// The unit files, as systemd itself judges them, without one that runs.
@Suite(.enabled(if: Checkout.has("systemd-analyze"), "systemd-analyze isn't installed"))
struct UnitTests {
  /// The exposure that the system's unit may have, in tenths; 100 is the worst.
  private static let exposureLimit = 8

  @Test func `systemd has nothing to say against the system's units`() throws {
    let stage = try Stage(hasHouse: true)
    #expect(try stage.install(environment: ["PREFIX": "/usr"]) == (0, ""))
    try borrowUnits(stage)
    for unit in ["audiosessiond.socket", "audiosessiond.service", "audiosession-house.service"] {
      #expect(try verify(["--root=\(stage.root)", unit]) == (0, ""), "\(unit)")
    }
    // An unknown key is only a warning to systemd, so that the test has to be seen to fail by it.
    let path = stage.root + "/usr/lib/systemd/system/audiosessiond.service"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try (text + "Nonsense=1\n").write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try verify(["--root=\(stage.root)", "audiosessiond.service"]).status == 1)
  }

  @Test func `systemd has nothing to say against the user's units`() throws {
    let stage = try Stage(hasAgent: true)
    // For a user systemd-analyze takes no other root: the stage is the home, and the paths true.
    let home = ["HOME": stage.root + "/home", "DESTDIR": "/.", "XDG_CONFIG_HOME": ""]
    #expect(try stage.install(["--user"], environment: home) == (0, ""))
    let folder = stage.root + "/home/.local/share/systemd/user"
    for unit in ["audiosessiond.socket", "audiosessiond.service", "audiosession-agent.service"] {
      let said = try verify(["--user", "\(folder)/\(unit)"])
      #expect(said == (0, ""), "\(unit)")
    }
  }

  @Test func `the system's unit is exposed as little as was promised`() throws {
    let unit = "systemd/system/audiosessiond.service"
    let threshold = "--threshold=\(Self.exposureLimit)"
    let judged = try Checkout.run(
      ["systemd-analyze", "security", "--offline=yes", "--no-pager", threshold, unit]
    )
    let figure = judged.text.split(separator: "\n").last.map(String.init) ?? ""
    print(figure)
    #expect(judged.status == 0, "\(figure)")
  }

  @Test func `unit settings that would blind the daemon: not set, and the reason is given`() throws
  {
    let unit = try Checkout.text("systemd/system/audiosessiond.service")
    let set = unit.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let forbidden = [
      "PrivateUsers=", "PrivatePIDs=", "RuntimeDirectory=", "RootDirectory=", "Also=",
    ]
    #expect(set.filter { line in forbidden.contains { line.hasPrefix($0) } } == [])
    #expect(forbidden.filter { !unit.contains($0) } == [], "no reason is given")
    #expect(set.contains("ProtectProc=default"))
    #expect(set.contains("Type=notify"))
  }

  @Test func `the agent's unit gives nothing up, and waits for nothing that isn't there`() throws {
    let unit = try Checkout.text("systemd/user/audiosession-agent.service").split(separator: "\n")
    for line in ["StartLimitIntervalSec=0", "Restart=always", "WantedBy=pipewire.service"] {
      #expect(unit.contains(line[...]), "\(line)")
    }
    // PipeWire, the daemon and the buses come and go, and the agent stays.
    for key in ["Requires=", "BindsTo=", "PartOf=", "Requisite="] {
      #expect(!unit.contains { $0.hasPrefix(key) }, "\(key)")
    }
  }

  @Test func `the units: systemd always restarts, without limits of starts or triggers`() throws {
    for folder in ["system", "user"] {
      let service = try Checkout.text("systemd/\(folder)/audiosessiond.service")
      let lines = service.split(separator: "\n")
      #expect(lines.contains("StartLimitIntervalSec=0"))
      #expect(lines.contains("Restart=always"))
      #expect(!lines.contains { $0.hasPrefix("RestartPreventExitStatus=") })
      let socket = try Checkout.text("systemd/\(folder)/audiosessiond.socket")
      #expect(socket.split(separator: "\n").contains("TriggerLimitIntervalSec=0"))
    }
  }

  @Test func `the catalog has all kinds of messages, and journalctl reads it`() throws {
    let kinds = try Checkout.text("Sources/SessionServer/Supervision/JournalKind.swift")
      .matches(of: /\b[0-9a-f]{32}\b/).map { String($0.output) }
    #expect(kinds.count >= 10)
    let catalog = try Checkout.text("systemd/catalog/audiosession.catalog")
    let explained = catalog.matches(of: /(?m)^-- ([0-9a-f]{32})$/).map { String($0.output.1) }
    #expect(Set(explained) == Set(kinds))
    #expect(explained.count == kinds.count)
    let stage = try Stage()
    #expect(try stage.install(environment: ["PREFIX": "/usr"]) == (0, ""))
    #expect(
      try Checkout.run(["journalctl", "--update-catalog", "--root=\(stage.root)"]) == (0, "")
    )
    let list = try Checkout.run(["journalctl", "--list-catalog", "--root=\(stage.root)"]).text
    #expect(list.split(separator: "\n").count == kinds.count)
  }

  /// What `systemd-analyze verify` says.
  private func verify(_ arguments: [String]) throws -> (status: Int32, text: String) {
    try Checkout.run(
      ["systemd-analyze", "verify", "--man=no", "--recursive-errors=one"] + arguments,
      environment: ["XDG_RUNTIME_DIR": "/tmp"]
    )
  }

  /// The units that ours refer to, and the programs that aren't ours.
  private func borrowUnits(_ stage: Stage) throws {
    let copied = try Checkout.run([
      "sh", "-euc",
      """
      mkdir -p "$0/bin"
      cp /bin/kill /bin/sh "$0/bin"
      cp /lib/systemd/system/*.target /lib/systemd/system/*.slice /lib/systemd/system/*.mount \
        "$0/usr/lib/systemd/system"
      """, stage.root,
    ])
    #expect(copied == (0, ""))
  }
}
