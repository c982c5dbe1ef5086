import AudioSessionJSON
import AudioSessionRecording
import AudioSessionWire
import Foundation
import TestSupport
import Testing

/// Recordings of what went wrong once, with the decisions that are right.
///
/// Made by `audiosessionctl record --anonymous`, and by `replay --output` once the fault was mended.
struct KeptRecordings {
  private static let folder = "Tests/Rules/RecordingTests/Recordings"

  private static let names = Result {
    try FileManager.default.contentsOfDirectory(atPath: "\(Checkout.root)/\(folder)").sorted()
  }

  @Test(arguments: try KeptRecordings.names.get())
  func `each decision is as it was recorded`(name: String) throws {
    let lines = try Checkout.text("\(KeptRecordings.folder)/\(name)").split(separator: "\n")
      .map { try JSONValue(parsing: Array($0.utf8).span) }
    try Recording.check(header: #require(lines.first))
    var replay = Replay()
    for (index, line) in lines.enumerated().dropFirst() {
      let difference = try replay.take(line)
      #expect(difference == nil, "\(name):\(index + 1): `audiosessionctl replay` shows it")
    }
    #expect(replay.decisions > 0)
  }
}
