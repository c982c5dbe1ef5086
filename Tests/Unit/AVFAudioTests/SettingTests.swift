import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// What a program sets, one step after the other, and how it reads it back.
@Suite(.tags(.process)) struct SettingTests {
  private static let refused = "NSOSStatusErrorDomain badParam"

  /// A state as the program tells it: category, mode, options and policy.
  private static func state(
    _ category: String,
    _ mode: String = "Default",
    _ options: Int = 0,
    _ policy: String = "default"
  ) -> String {
    "AVAudioSessionCategory\(category) AVAudioSessionMode\(mode) \(options) \(policy)"
  }

  /// Each step in a program of its own would hide what the steps before it left behind.
  @Test func `a mode stays where it may, and goes where the category or its options forbid it`()
    throws
  {
    let rows: [(command: String, result: String)] = [
      ("full PlayAndRecord VoiceChat 0 0", Self.state("PlayAndRecord", "VoiceChat", 4)),
      ("category PlayAndRecord 8", Self.state("PlayAndRecord", "VoiceChat", 12)),
      // Only the default mode goes with recording in high quality.
      ("category PlayAndRecord 524288", Self.state("PlayAndRecord", "Default", 524_288)),
      ("full Playback MoviePlayback 0 2", Self.state("Playback", "MoviePlayback", 3)),
      ("category Playback 0", Self.state("Playback", "MoviePlayback")),
      // An option without effect is no reason to give the mode up.
      ("category Playback 8", Self.state("Playback", "MoviePlayback")),
      ("full MultiRoute DualRoute 0 4", Self.state("MultiRoute", "DualRoute", 4)),
      ("category MultiRoute 12", Self.state("MultiRoute", "DualRoute", 4)),
      ("category MultiRoute 8", Self.state("MultiRoute")),
      ("category SoloAmbient 0", Self.state("SoloAmbient")),
      ("full Playback SpokenAudio 1 0", Self.state("Playback", "SpokenAudio", 0, "longFormAudio")),
      // A category by itself has the default policy.
      ("category Playback 1", Self.state("Playback", "SpokenAudio", 1)),
      ("full Playback Default 3 0", Self.state("Playback", "Default", 0, "longFormVideo")),
      ("category Playback 0", Self.state("Playback")),
      ("full Playback Default 2 0", Self.refused), ("full Playback Default 1 1", Self.refused),
      ("category SoloAmbient 1", Self.refused), ("mode VoiceChat", Self.refused),
      ("mode Nonsense", Self.refused), ("category Nonsense 0", Self.refused),
      ("mode MoviePlayback", Self.state("Playback", "MoviePlayback")),
    ]
    try expect(rows)
  }

  @Test func `options that were named are read back as they were, until others are`() throws {
    let rows: [(command: String, result: String)] = [
      ("category Playback 64", Self.state("Playback", "Default", 64)),
      ("mode SpokenAudio", Self.state("Playback", "SpokenAudio", 64)),
      ("mode VoiceChat", Self.refused),
      ("mode Default", Self.state("Playback", "Default", 64)),
      ("alerts 1", Self.state("Playback", "Default", 64)),
      ("active", Self.state("Playback", "Default", 64)),
      ("category SoloAmbient 1", Self.refused),
      // Lowering others is how a recording mixes, and what is read back may be set again.
      ("category Record 2", Self.state("Record", "Default", 3)),
      ("category Record 3", Self.state("Record", "Default", 3)),
      ("category Record 17", Self.refused),
      ("category Playback 96", Self.state("Playback", "Default", 96)),
      ("category Playback 17", Self.state("Playback", "Default", 17)),
      ("category Playback 16", Self.state("Playback", "Default", 17)),
      ("category Ambient 0", Self.state("Ambient")),
      ("category Ambient 1", Self.state("Ambient", "Default", 1)),
    ]
    try expect(rows)
  }

  @Test func `R16: a recording that lowers others doesn't stop them, and gives no hint`() throws {
    let others = try Others()
    let program = try RunningProgram("settings", others.daemon)
    try others.begin(["name": "music", "category": "playback"])
    let state = Self.state("Record", "Measurement", 3)
    let alone = Self.state("Record", "Measurement")
    try program.told("full Record Measurement 0 2", says: "full Record Measurement 0 2: \(state)")
    try program.told("active", says: "active: \(state)")
    let hint = "secondaryAudioShouldBeSilencedHint"
    #expect(
      try others.sessions("state", "gain", hint) == [
        #""music" "active" 0.2 false"#, #""avfaudio-programs" "active" 1 true"#,
      ]
    )
    try program.told("category Record 0", says: "category Record 0: \(alone)")
    #expect(try others.sessions("state", "gain").first == #""music" "interrupted" 1"#)
    _ = try program.end()
  }

  @Test func `the loudspeaker is forced in playAndRecord alone`() throws {
    var rows: [(command: String, result: String)] = []
    for category in ["Ambient", "SoloAmbient", "Playback", "Record", "MultiRoute"] {
      rows.append(("category \(category) 0", Self.state(category)))
      rows.append(("speaker", Self.refused))
    }
    rows.append(("category PlayAndRecord 0", Self.state("PlayAndRecord")))
    try expect(rows + [("speaker", Self.state("PlayAndRecord"))])
  }

  @Test func `each category has its modes, and inputs where it records`() throws {
    let common = "Default SpokenAudio VoicePrompt"
    let chat =
      "Default VoiceChat GameChat VideoRecording Measurement VideoChat SpokenAudio VoicePrompt"
    let rows: [(category: String, modes: String, inputs: String)] = [
      ("Ambient", common, "none true"), ("SoloAmbient", common, "none true"),
      (
        "Playback", "Default Measurement MoviePlayback SpokenAudio VoicePrompt ShortFormVideo",
        "none true"
      ),
      ("Record", "Default VideoRecording Measurement SpokenAudio VoicePrompt", "Lid true"),
      ("PlayAndRecord", chat, "Lid true"), ("MultiRoute", "\(common) DualRoute", "Lid true"),
    ]
    let others = try Others()
    let lid: JSONValue = ["portType": "MicrophoneBuiltIn", "name": "Lid", "portID": "l"]
    try others.ask("system.setRoute", ["inputs": [lid], "outputs": []])
    let program = try RunningProgram("settings", others.daemon)
    for row in rows {
      try program.told(
        "category \(row.category) 0",
        says: "category \(row.category) 0: \(Self.state(row.category))"
      )
      try program.told("modes", says: row.modes)
      try program.told("inputs", says: row.inputs)
    }
    try others.ask("system.setRoute", ["inputs": [], "outputs": []])
    try program.told("inputs", says: " false")
    _ = try program.end()
  }

  @Test func `each preference is set and cleared by itself`() throws {
    let others = try Others()
    let program = try RunningProgram("settings", others.daemon)
    let names = [
      "alerts": "prefersNoInterruptionsFromSystemAlerts",
      "route": "prefersInterruptionOnRouteDisconnect",
      "sounds": "allowHapticsAndSystemSoundsDuringRecording",
    ]
    var expected = [names["alerts"]: false, names["route"]: true, names["sounds"]: false]
    for value in [1, 0, 1] {
      for (command, name) in names.sorted(by: { $0.key < $1.key }) {
        let line = "\(command) \(value)"
        try program.told(line, says: "\(line): \(Self.state("SoloAmbient"))")
        expected[name] = value == 1
        let session = try others.ask("session.list")["sessions"]?.array?.first
        for (name, isSet) in expected {
          #expect(session?["preferences"]?[name ?? ""]?.bool == isSet, "\(line) \(name ?? "")")
        }
      }
    }
    _ = try program.end()
  }

  @Test func `R53: a candidate by the program's word stays one, with another daemon too`() throws {
    let others = try Others()
    let program = try RunningProgram("settings", others.daemon)
    let category = "category Playback 1"
    let steps: [(command: String, result: String, isCandidate: Bool)] = [
      (category, Self.state("Playback", "Default", 1), false),
      ("candidate 1", Self.state("Playback", "Default", 1), true),
      (category, Self.state("Playback", "Default", 1), true),
      ("full Ambient Default 0 0", Self.state("Ambient"), true),
      ("candidate 0", Self.state("Ambient"), false),
      ("category Playback 0", Self.state("Playback"), false),
    ]
    for step in steps {
      try program.told(step.command, says: "\(step.command): \(step.result)")
      #expect(try isCandidate(others) == step.isCandidate, "\(step.command)")
      try program.told("is candidate", says: "candidate \(step.isCandidate)")
    }
    try others.daemon.restart()
    try program.hears("reset")
    try program.told("category Playback 0", says: "category Playback 0: \(Self.state("Playback"))")
    try program.told("is candidate", says: "candidate false")
    _ = try program.end()
  }

  private func isCandidate(_ others: Others) throws -> Bool? {
    let session = try others.ask("session.list")["sessions"]?.array?.first
    return session?["preferences"]?["isNowPlayingCandidate"]?.bool
  }

  @Test func `R24: who gives the sound back says whether others may resume, by every call`() throws
  {
    let others = try Others()
    let program = try RunningProgram("settings", others.daemon)
    let state = Self.state("SoloAmbient")
    let music = try others.open(["name": "music", "category": "playback"])
    for (command, isTold) in [
      ("inactive 1", true), ("inactive 0", false), ("deactivate 1", true), ("deactivate 0", false),
      ("flags false 1", true), ("flags false 0", false),
    ] {
      try others.ask("session.activate", ["session": music])
      try others.ask("session.report", ["session": music, "playing": true])
      try program.told("active", says: "active: \(state)")
      #expect(try others.endings() == [])
      try program.told(command, says: "\(command): \(state)")
      // Its handler may be called before the call returns.
      if command.hasPrefix("deactivate") {
        try program.hears(all: ["deactivated \(command.suffix(1)) true"])
      }
      #expect(try others.endings() == [isTold], "\(command)")
    }
    _ = try program.end()
  }

  private func expect(_ rows: [(command: String, result: String)]) throws {
    let others = try Others()
    let program = try RunningProgram("settings", others.daemon)
    for row in rows { try program.told(row.command, says: "\(row.command): \(row.result)") }
    #expect(try program.end() == rows.map { "\($0.command): \($0.result)" })
  }
}
