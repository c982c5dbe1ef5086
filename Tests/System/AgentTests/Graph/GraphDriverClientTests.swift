import AudioSessionJSON
import Enforcement
import Foundation
import TestSupport
import Testing

@testable import audiosession_agent

/// Who made a stream, by what PipeWire says of its client.
@Suite struct GraphDriverClientTests {
  private func owner(_ properties: [String: String], _ flatpak: Flatpak? = nil) -> StreamOwner {
    GraphClient(PipeWireProperties(properties), flatpak: flatpak).owner
  }

  @Test func `a native client is its connection's process`() {
    let client = GraphClient(
      PipeWireProperties([
        "pipewire.sec.pid": "\(getpid())", "application.process.id": "1",
        "application.process.binary": "orca", "application.name": "Tests",
      ]),
      flatpak: nil
    )
    #expect(client.owner == .credential(pid: getpid()))
    #expect(client.binary == CommandLine.arguments[0].split(separator: "/").last.map(String.init))
    #expect(client.applicationName == "Tests")
    #expect(client.ancestors.first?.pid == getppid())
  }

  @Test func `the registry's word is enough for one that connects for nobody else`() throws {
    let native = GraphClient(
      announcement: PipeWireProperties(["pipewire.sec.pid": "\(getpid())"])
    )
    #expect(native.owner == .credential(pid: getpid()))
    let unseen = GraphClient(announcement: PipeWireProperties(["pipewire.sec.pid": "0"]))
    #expect(unseen.owner.pid == nil)
  }

  @Test func `only who connects for others is believed to do so`() {
    let liar = [
      "client.api": "pipewire-pulse", "application.process.id": "1",
      "pipewire.sec.pid": "\(getpid())",
    ]
    #expect(owner(liar) == .credential(pid: getpid()))
    // One that can't be looked at may be pipewire-pulse.
    let unseen = liar.merging([
      "pipewire.sec.pid": "0", "application.process.id": "\(getpid())",
    ]) { $1 }
    #expect(owner(unseen) == .claim(pid: getpid()))
  }

  @Test(arguments: [
    (
      ["pulse.server.type": "tcp", "application.process.id": "1"],
      "its program connected to pipewire-pulse from another machine"
    ),
    ([:], "its program doesn't say which process it is"),
    (
      ["application.process.id": "2000000000"],
      "its program says it is process 2000000000, which isn't this user's"
    ),
  ])
  func `a claim that can't be true names nobody`(properties: [String: String], reason: String) {
    let all = properties.merging(["client.api": "pipewire-pulse"]) { $1 }
    #expect(owner(all) == .unknown(because: reason))
  }

  @Test func `a stream of PipeWire's own making, or of an unseen process, is nobody's`() throws {
    #expect(owner([:]) == .unknown(because: "PipeWire can't see the process that connected"))
    let stream = try #require(
      GraphStream(announcement: PipeWireProperties(["media.class": "Stream/Output/Audio"]))
    )
    let description = stream.description(client: nil, linkedTo: nil, Endpoints())
    #expect(description.owner == .unknown(because: "PipeWire made the stream by itself"))
  }

  @Test func `a Flatpak client: its process is found in Flatpak's instance folders`() throws {
    let folder = try TemporaryDirectory()
    let flatpak = Flatpak(runtimeFolder: folder.path)
    let pulse = [
      "client.api": "pipewire-pulse", "application.process.id": "2",
      "pipewire.access.portal.app_id": "org.example.Player",
    ]
    let portal = [
      "pipewire.access": "portal", "pipewire.sec.pid": "1",
      "pipewire.access.portal.app_id": "org.example.Player",
    ]
    let none = "no running instance of the Flatpak org.example.Player was found"
    #expect(owner(pulse, flatpak) == .unknown(because: none))

    try note(instance: "11", "org.example.Player", pid: getpid(), in: folder)
    try note(instance: "12", "org.example.Other", pid: getppid(), in: folder)
    // One that has ended, whose folder has stayed.
    try note(instance: "13", "org.example.Player", pid: 2_000_000_000, in: folder)
    #expect(owner(pulse, flatpak) == .claim(pid: getpid()))
    #expect(owner(portal, flatpak) == .credential(pid: getpid()))
    #expect(
      GraphClient(PipeWireProperties(pulse), flatpak: flatpak).portalAppID == "org.example.Player"
    )

    try note(instance: "14", "org.example.Player", pid: getppid(), in: folder)
    let two = "2 instances of the Flatpak org.example.Player run"
    #expect(owner(pulse, flatpak) == .unknown(because: two))
    let key = "pipewire.access.portal.instance_id"
    #expect(owner(pulse.merging([key: "14"]) { $1 }, flatpak) == .claim(pid: getppid()))
    #expect(owner(pulse.merging([key: "12"]) { $1 }, flatpak) == .unknown(because: none))
    #expect(owner(pulse.merging([key: "../11"]) { $1 }, flatpak) == .unknown(because: none))
    #expect(owner(pulse).pid == nil)
    #expect(owner(["pipewire.access": "portal", "pipewire.sec.pid": "1"], flatpak).pid == nil)
  }

  private func note(
    instance: String,
    _ application: String,
    pid: Int32,
    in folder: TemporaryDirectory
  ) throws {
    let path = folder.path(of: ".flatpak/\(instance)")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let information = "[Instance]\nname=wrong\n[Application]\nname=\(application)\nruntime=x\n"
    try information.write(toFile: path + "/info", atomically: true, encoding: .utf8)
    let process = "{\n    \"child-pid\": \(pid)\n}\n"
    try process.write(toFile: path + "/bwrapinfo.json", atomically: true, encoding: .utf8)
  }

  @Test(arguments: [
    ("app-org.gnome.Music-1234.scope", "org.gnome.Music"),
    ("app-gnome-org.gnome.Music-1234.scope", "org.gnome.Music"),
    ("app-flatpak-org.videolan.VLC-2786.scope", "org.videolan.VLC"),
    ("app-org.kde.elisa@9f3a.service", "org.kde.elisa"),
    ("app-kde-org.kde.elisa.service", "org.kde.elisa"),
    (#"app-gnome-visual\x2dstudio-77.scope"#, "visual-studio"),
    (#"app-a\x-1.scope"#, #"a\x"#),
    ("app-1.scope", nil), ("app-.service", nil), ("mpd.service", nil), ("session-2.scope", nil),
    ("app-org.gnome.Music-1.slice", nil), ("app-a", nil), ("", nil),
  ])
  func `a unit names its application`(unit: String, application: String?) {
    #expect(DesktopUnit.applicationID(inUnit: unit) == application)
  }

  @Test(
    arguments: [
      ("music", "Music"), ("phone", "Communication"), ("event", "Notification"),
      ("a11y", "Accessibility"), ("video", "Movie"), ("animation", "Movie"), ("game", "Game"),
      ("Music", "Music"), ("Screen", "Screen"), ("", nil), (nil, nil),
    ] as [(String?, String?)]
  )
  func `roles are told in PipeWire's words`(role: String?, told: String?) {
    #expect(MediaRoles.normalized(role) == told)
  }
}
