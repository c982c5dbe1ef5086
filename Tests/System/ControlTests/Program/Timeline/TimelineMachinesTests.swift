import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// `audiosessionctl timeline` with what was recorded beside two daemons.
@Suite(.tags(.process)) struct TimelineMachinesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// The log of a daemon, as a file.
  private func record(_ daemon: TestDaemon, as name: String) throws -> String {
    let log = try Finished.control(["log", "-n", "1024", "-j"], at: daemon.socketPath)
    #expect(log.status == 0, "\(log.error)")
    return try folder.write(log.output, to: name)
  }

  /// No daemon is needed for recordings.
  private func timeline(_ words: String...) throws -> Finished {
    try Finished.control(["timeline"] + words, at: folder.path(of: "socket"))
  }

  /// An announcement in the study lowers the music there, and in the kitchen what stands for it
  /// does.
  private func recordHouse() throws -> (study: String, kitchen: String) {
    let (study, kitchen) = (try TestDaemon(), try TestDaemon())
    let music: JSONValue = ["category": "playback", "name": "music"]
    let listeners = (try study.connect(), try kitchen.connect())
    _ = try listeners.0.play(music)
    _ = try listeners.1.play(music)
    let speakers = (try study.connect(), try kitchen.connect())
    _ = try speakers.0.play([
      "category": "playback", "name": "voice", "options": ["duckOthers"],
      // Sessions of one process would count as one program.
      "lease": ["leaseName": "voice", "ttlSeconds": 20],
    ])
    _ = try speakers.1.play([
      "category": "playback", "name": "study: voice", "options": ["duckOthers"],
      "lease": ["leaseName": "house/study/5f3a/2", "ttlSeconds": 20],
    ])
    return try withExtendedLifetime((listeners, speakers)) {
      (try record(study, as: "one/study.json"), try record(kitchen, as: "two/study.json"))
    }
  }

  @Test func `recordings of two daemons: one picture, in which each has its own sessions`() throws {
    let (study, kitchen) = try recordHouse()
    let json = try timeline("-j", study, "kitchen=\(kitchen)")
    #expect(json.status == 0, "\(json.error)")
    let lanes = try JSONValue(parsing: json.output)["lanes"]?.array ?? []
    let told = lanes.map { lane in
      let by = lane["spans"]?.array?.last?["by"]?.array?.map { $0["session"]?.text ?? "" }
      return [
        lane["machine"]?.string, lane["session"]?.text, lane["name"]?.string,
        by?.joined(separator: " "),
      ].compactMap(\.self).joined(separator: "|")
    }
    #expect(
      told == [
        "study|1|music|2", "study|2|voice|", "kitchen|1|music|2", "kitchen|2|study: voice|",
      ]
    )
    let path = folder.path(of: "house.svg")
    let drawn = try timeline("-o", path, study, "kitchen=\(kitchen)")
    #expect(drawn == Finished(status: 0, output: "", error: ""))
    let picture = try String(contentsOfFile: path, encoding: .utf8)
    #expect(picture.contains(#"<tspan class="imported">voice from study</tspan>"#))
    #expect(picture.contains("kitchen: music: ducked to 20 % (−14 dB) by voice from study"))
    #expect(picture.contains("study: music: ducked to 20 % (−14 dB) by voice (R59"))
  }

  @Test func `one file is drawn as ever, with a name or without`() throws {
    let (_, kitchen) = try recordHouse()
    let plain = try timeline("--format", "svg", kitchen)
    #expect(plain.status == 0, "\(plain.error)")
    #expect(!plain.output.contains("class=\"machine"))
    #expect(try timeline("--format", "svg", "kitchen=\(kitchen)") == plain)
    let log = try timeline("-j", kitchen)
    #expect(!log.output.contains("\"machine\""))
  }

  @Test func `what can't be told apart, has no time or can't be read: refused by its name`() throws
  {
    let file = try folder.write(#"{"decisions":[],"more":false}"#, to: "a.json")
    func error(_ words: String...) throws -> String {
      let run = try Finished.control(["timeline", "-j"] + words, at: "/nowhere")
      #expect(run.status == 1)
      return run.error
    }
    #expect(
      try error("a=\(file)", "b=\(file)", "--since", "3")
        == "audiosessionctl: timeline --since: expected a time, since each FILE counts its own "
        + "decisions; found the number 3\n"
    )
    #expect(try error(file, "b/a.json").contains("b/a.json: another FILE is of a, too"))
    let missing = folder.path(of: "missing")
    #expect(
      try error("b=\(missing)", file)
        == "audiosessionctl: can't read \(missing): No such file or directory\n"
    )
    #expect(try error(file, "b=\(file)").contains("\(file): expected what `monitor -j`"))
  }
}
