import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// R60: the machine's route, and a user's own.
@Suite(.tags(.process)) struct RouteTests {
  private static func port(_ type: String) -> JSONValue {
    ["portType": .string(type), "name": .string(type), "portID": .string(type)]
  }

  private static func route(_ outputs: String..., inputs: String...) -> JSONValue {
    ["inputs": .array(inputs.map(port)), "outputs": .array(outputs.map(port))]
  }

  /// The one notification that a connection was sent, which has to be a change of route.
  private func told(_ connection: ClientConnection) throws -> [JSONValue?] {
    let message = try connection.nextTold()
    #expect(message["method"] == "session.routeChange")
    return ["reason", "previousRoute", "currentRoute"].map { message["params"]?[$0] }
  }

  @Test(.enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
  func `R60: a user's route is that user's to hear of, as long as its reporter is there`()
    throws
  {
    let daemon = try TestDaemon()
    let processes = try (0..<2).map { _ in try ClientProcess(user: 65_534, group: 65_534) }
    let guest = try processes[0].connect(to: daemon.socketPath)
    let tray = try processes[1].connect(to: daemon.socketPath)
    let root = try daemon.connect()
    _ = try guest.open()
    _ = try root.open()
    let speaker = RouteTests.route("Speaker", inputs: "MicrophoneBuiltIn")
    let headset = RouteTests.route("USBAudio", inputs: "USBAudio")

    try root.granted("system.setRoute", speaker)
    let first: [JSONValue?] = ["newDeviceAvailable", RouteTests.route(), speaker]
    #expect(try told(root) == first)
    #expect(try told(guest) == first)

    try tray.granted("system.setRoute", headset)
    #expect(try told(guest) == ["newDeviceAvailable", speaker, headset])
    #expect(try guest.granted("system.get")["route"] == headset)
    #expect(try root.granted("system.get")["route"] == speaker)
    #expect(try root.takeTold().isEmpty)

    // The machine's is another one now, and isn't the guest's matter.
    let hdmi = RouteTests.route("HDMIOutput", inputs: "MicrophoneBuiltIn")
    try root.granted("system.setRoute", hdmi)
    #expect(try told(root) == ["newDeviceAvailable", speaker, hdmi])
    #expect(try guest.takeTold().isEmpty)

    try processes[1].die()
    #expect(try told(guest) == ["unknown", headset, hdmi])
    #expect(try guest.granted("system.get")["route"] == hdmi)
  }

  @Test func `R44: what is known already is no news, with a reason it is`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    _ = try client.open()
    let speaker = RouteTests.route("Speaker")
    try client.granted("system.setRoute", speaker)
    #expect(try told(client) == ["newDeviceAvailable", RouteTests.route(), speaker])
    let seq = try client.granted("server.status")["seq"]
    try client.granted("system.setRoute", speaker)
    #expect(try client.takeTold().isEmpty)
    #expect(try client.granted("server.status")["seq"] == seq)
    let again = JSONValue.object(
      (speaker.members ?? []) + [JSONValue.Member("reason", "categoryChange")]
    )
    try client.granted("system.setRoute", again)
    #expect(try told(client) == ["categoryChange", speaker, speaker])
  }
}
