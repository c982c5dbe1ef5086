import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// What a program hears of the route after it changed its session itself.
@Suite(.tags(.process)) struct OwnRouteTests {
  private static let receiver: JSONValue = ["portType": "Receiver", "name": "Ear", "portID": "e"]
  private static let speaker: JSONValue = ["portType": "Speaker", "name": "Desk", "portID": "d"]
  private static let microphone: JSONValue = [
    "portType": "MicrophoneBuiltIn", "name": "Lid", "portID": "l",
  ]

  @Test func `an override is posted where the loudspeaker plays, once for each change`() throws {
    let screen = try Screen()
    try screen.does("category PlayAndRecord 0")
    // No route has been reported.
    try screen.does("speaker on", "speaker off")
    try screen.routes(outputs: [Self.receiver], "newDeviceAvailable:  -> Ear")
    // The sound goes to the receiver, whatever is wished for.
    try screen.does("speaker on", "speaker off")
    try screen.routes(outputs: [Self.speaker], "newDeviceAvailable: Ear -> Desk")
    try screen.does("speaker on", posting: "override: Desk -> Desk")
    try screen.does("speaker on")
    try screen.does("speaker off", posting: "override: Desk -> Desk")
    try screen.does("speaker off")
    // Another category ends the override.
    try screen.does("speaker on", posting: "override: Desk -> Desk")
    try screen.does("category Playback 0", "category PlayAndRecord 0")
    try screen.does("speaker on", posting: "override: Desk -> Desk")
    try screen.end()
  }

  @Test
  func `ports that are chosen are the route's while the session is active, if there are such`()
    throws
  {
    let screen = try Screen()
    try screen.does("category PlayAndRecord 0", "prefer u")
    let usb: JSONValue = ["portType": "USBAudio", "name": "Stick", "portID": "u"]
    let hardware: JSONValue = [
      "availableInputs": [Self.microphone, usb], "loudspeaker": Self.speaker,
    ]
    try screen.routes(
      inputs: [Self.microphone],
      outputs: [Self.receiver],
      hardware: hardware,
      "newDeviceAvailable:  -> Ear",
      "other inputs: Lid,Stick"
    )
    try screen.does("inputs Lid,Stick", "from Lid", "active on", "from Stick")
    #expect(try screen.session()["preferredInput"] == "u")
    try screen.does("prefer none", posting: "override: Ear -> Ear")
    try screen.does("from Lid")
    // One that isn't there is kept.
    try screen.does("prefer gone", "from Lid")
    try screen.does("speaker on", posting: "override: Ear -> Desk")
    #expect(try screen.session()["outputOverride"] == "speaker")
    try screen.does("speaker off", posting: "override: Desk -> Ear")
    try screen.does("speaker on", posting: "override: Ear -> Desk")
    // Another route ends the override, and so does the end of the activity.
    try screen.routes(
      outputs: [Self.receiver],
      hardware: hardware,
      "routeConfigurationChange: Ear -> Ear"
    )
    try screen.does("speaker on", posting: "override: Ear -> Desk")
    try screen.does("active off", "active on")
    #expect(try screen.session()["outputOverride"] == nil)
    #expect(try screen.session()["preferredInput"] == "gone")
    try screen.end()
  }

  @Test func `a preferred input without a daemon is told to the one that comes`() throws {
    let others = try Others()
    let program = try RunningProgram("call screen", others.daemon)
    try program.told("prefer u", says: "prefer u.")
    try others.daemon.restart()
    try Condition.wait("the preference in the new daemon") {
      let connection = try others.daemon.connect()
      let sessions = try connection.granted("session.list", [:])["sessions"]?.array ?? []
      return sessions.contains { $0["preferredInput"] == "u" }
    }
    _ = try program.end()
  }

  @Test func `a change of category, mode or options is posted while the session is active`() throws
  {
    let screen = try Screen()
    try screen.does("category PlayAndRecord 0", "active on")
    // No route has been reported.
    try screen.does("mode VoiceChat", "mode Default")
    try screen.routes(outputs: [Self.receiver], "newDeviceAvailable:  -> Ear")
    try screen.does("mode VoiceChat", posting: "categoryChange: Ear -> Ear")
    try screen.does("mode VoiceChat", "category PlayAndRecord 0")
    try screen.does("category PlayAndRecord 1", posting: "categoryChange: Ear -> Ear")
    try screen.does("category Playback 0", posting: "categoryChange: Ear -> Ear")
    try screen.does("active off", "mode MoviePlayback", "category Record 0")
    try screen.does("active on")
    // A refusal changes nothing.
    try screen.fails("mode VoiceChat")
    try screen.routes(
      inputs: [Self.microphone],
      "oldDeviceUnavailable: Ear -> ",
      "other inputs: Lid"
    )
    try screen.does("mode Measurement", posting: "categoryChange:  -> ")
    try screen.end()
  }
}

/// The program, and all that it has to say: a line more or less fails the test.
private final class Screen {
  private let others: Others
  private let program: RunningProgram
  private var expected: [String] = []

  init() throws {
    others = try Others()
    program = try RunningProgram("call screen", others.daemon)
  }

  func does(_ commands: String...) throws {
    for command in commands { try says(command, "\(command).") }
  }

  func does(_ command: String, posting line: String) throws {
    try says(command, "\(command).")
    expected.append(line)
    try program.hears(line, times: expected.count { $0 == line })
  }

  /// Waits until whatever is to be posted has been.
  func settles() throws {
    try does("settle", posting: "settled")
  }

  func fails(_ command: String) throws {
    try says(command, "NSOSStatusErrorDomain badParam")
  }

  func routes(
    inputs: [JSONValue] = [],
    outputs: [JSONValue] = [],
    hardware: JSONValue? = nil,
    _ lines: String...
  ) throws {
    try settles()
    var route: [JSONValue.Member] = [
      .init("inputs", .array(inputs)), .init("outputs", .array(outputs)),
    ]
    if let hardware { route.append(.init("hardware", hardware)) }
    try others.ask("system.setRoute", .object(route))
    for line in lines {
      expected.append(line)
      try program.hears(line, times: expected.count { $0 == line })
    }
  }

  /// The program's session as the daemon shows it.
  func session() throws -> JSONValue {
    let sessions = try others.ask("session.list")["sessions"]?.array ?? []
    return try #require(sessions.first)
  }

  /// A change is posted beside the main thread, and so may be told before the command is done.
  func end() throws {
    try settles()
    let said = try program.end()
    #expect(said.sorted() == expected.sorted())
  }

  private func says(_ command: String, _ line: String) throws {
    expected.append(line)
    try program.told(command, says: line)
  }
}
