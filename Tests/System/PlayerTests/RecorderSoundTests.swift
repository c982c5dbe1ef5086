import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// What `AVAudioRecorder` writes; the microphone is the monitor of the sink, on which a tone plays.
@Suite(
  .tags(.process),
  .enabled(
    if: HeadlessGraph.isAvailableForPlayers,
    Comment(rawValue: HeadlessGraph.reasonForPlayers)
  )
)
struct RecorderSoundTests {
  /// A format by its number, the rate that was asked for and the channels, and the rate that it has.
  static let formats: [(type: String, settings: String, rate: Int)] = [
    ("wav", "1819304813 44100 2", 44_100), ("aif", "1819304813 48000 1", 48_000),
    ("flac", "1718378851 48000 2", 48_000),
    ("opus", "1869641075 44100 2", 48_000), ("m4a", "1633772320 44100 2", 44_100),
    ("aac", "1633772320 44100 1", 44_100), ("m4a", "1634492771 44100 2", 44_100),
  ]

  @Test(arguments: formats)
  func `a recording of each format is heard as it was`(
    _ format: (type: String, settings: String, rate: Int)
  ) throws {
    let stage = try PlayerStage("recorder")
    let tone = try stage.graph.play(Pitch.music)
    try stage.hear(PlayerStage.full)
    let path = try record(format, for: 1.5, on: stage)
    try tone.kill()
    try stage.hearSilence()
    try stage.replaceProgram(by: "player")
    try stage.tell("category Playback", "configured")
    try stage.program.send("open \(path)")
    let opened = try stage.next()
    print("\(format.type): \(opened)")
    let length = Double(opened.split(separator: " ").dropFirst().first ?? "") ?? 0
    #expect((1.3...1.8).contains(length))
    #expect(opened.hasSuffix("\(format.rate) Hz"))
    try stage.tell("play", "plays [true]")
    // What is lossy is nearly as loud.
    try stage.recording.hear(400, in: PlayerStage.full - 1.5...PlayerStage.full + 1.5)
  }

  /// Records a tone that plays: the file's path.
  private func record(
    _ format: (type: String, settings: String, rate: Int),
    for seconds: Double,
    on stage: PlayerStage
  ) throws -> String {
    try stage.tell("category Record", "configured")
    let path = stage.graph.folder.path(of: "recording.\(format.type)")
    try stage.program.send("open \(path) \(format.settings)")
    #expect(try stage.next().hasPrefix("opened \(format.rate) Hz"))
    try stage.tell("record \(seconds)", "records true")
    #expect(try stage.next() == "finished true")
    return path
  }

  @Test func `interrupted by a call, and on in the same file; levels and deletion`() throws {
    let stage = try PlayerStage("recorder")
    let tone = try stage.graph.play(Pitch.music)
    try stage.hear(PlayerStage.full)
    try stage.tell("category Record", "configured")
    let path = stage.graph.folder.path(of: "talk.wav")
    try stage.tell("open \(path) 1819304813 48000 1", "opened 48000 Hz, 1 ch")
    try stage.tell("record", "records true")
    let first = try stage.place(after: .milliseconds(500))
    #expect((0.2...1).contains(first))
    try stage.tell("levels", "levels -15")
    #expect(try stage.session("recording") == true)
    let call = try stage.call()
    try stage.expect(Subject.recorder.began)
    let stands = try stage.place(after: .milliseconds(100))
    #expect(try stage.place(after: .milliseconds(200)) == stands)
    // During a call nobody else records.
    try stage.tell("record", "records false")
    try stage.close(call)
    try stage.expect(Subject.recorder.ended)
    #expect(try stage.place(after: .milliseconds(300)) > stands)
    try stage.tell("delete", "deleted false")
    try stage.tell("stop", "finished true")
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    #expect(size > 44 + Int(stands * 96_000))
    try stage.tell("delete", "deleted true")
    #expect(!FileManager.default.fileExists(atPath: path))
    try tone.kill()
  }

  @Test(arguments: [("wav", "1819304813"), ("m4a", "1633772320"), ("flac", "1718378851")])
  func `killed: the file can be read`(_ type: String, _ format: String) throws {
    let stage = try PlayerStage("recorder")
    let tone = try stage.graph.play(Pitch.music)
    try stage.hear(PlayerStage.full)
    try stage.tell("category Record", "configured")
    let path = stage.graph.folder.path(of: "killed.\(type)")
    try stage.program.send("open \(path) \(format) 44100 2")
    #expect(try stage.next().hasPrefix("opened"))
    try stage.tell("record", "records true")
    #expect(try stage.place(after: .milliseconds(3500)) > 2)
    try stage.program.kill()
    try tone.kill()
    try stage.hearSilence()
    try stage.replaceProgram(by: "player")
    try stage.tell("category Playback", "configured")
    try stage.program.send("open \(path)")
    let opened = try stage.next()
    print("\(type): \(opened)")
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
  }

  @Test func `what can't be recorded is said, and why`() throws {
    let stage = try PlayerStage("recorder")
    try stage.tell("category Record", "configured")
    let format = "NSOSStatusErrorDomain 1718449215"
    try stage.tell("open /tmp/a.mp3", format)
    try stage.tell("open /tmp/a.wav 1633772320", format)
    try stage.tell("open /tmp/a.wav 1819304813 5", format)
    try stage.tell("open /nowhere/a.wav", "opened 44100 Hz, 2 ch")
    try stage.tell("record", "records false")
    #expect(try stage.next() == "error NSOSStatusErrorDomain -43")
    try stage.tell("category Playback", "configured")
    try stage.tell("open \(stage.graph.folder.path(of: "a.wav"))", "opened 44100 Hz, 2 ch")
    try stage.tell("record", "records false")
  }
}
