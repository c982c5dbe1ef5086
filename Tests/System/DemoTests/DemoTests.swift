import AudioSessionJSON
import Foundation
import Glibc
import TestSupport
import Testing

/// The demo as a newcomer runs it: the built program, on its own.
struct DemoTests {
  @Test func `the story follows the rules`() throws {
    let end = try run([])
    #expect(end == Ended(status: 0, story: transcript, error: "", leftovers: []))
  }

  @Test(arguments: Lie.all) func `a program that misreports is found out`(lie: Lie) throws {
    let end = try run(["--sabotage", lie.program, "\(lie.hearings)"])
    let story = transcript.components(separatedBy: "\n" + lie.step)[0] + "\n\n" + lie.complaint
    #expect(end == Ended(status: 1, story: story, error: "", leftovers: []))
  }

  @Test func `an interrupted demo leaves nothing behind`() throws {
    let folder = try TemporaryDirectory()
    let output = Pipe()
    // A page is less than the whole story: until somebody reads, the demo can't come to its end.
    let setPipeSize: CInt = 1031  // F_SETPIPE_SZ, which Swift's Glibc module doesn't show.
    #expect(fcntl(output.fileHandleForWriting.fileDescriptor, setPipeSize, 4096) == 4096)
    let demo = try ChildProcess(
      "audiosession-demo",
      [],
      descriptors: [1: output.fileHandleForWriting.fileDescriptor],
      environment: ["TMPDIR": folder.path]
    )
    try output.fileHandleForWriting.close()
    #expect(try output.fileHandleForReading.read(upToCount: 1) == Data("a".utf8))
    demo.send(SIGINT)
    _ = try output.fileHandleForReading.readToEnd()
    #expect(try demo.wait() == 130)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  private func run(_ arguments: [String]) throws -> Ended {
    let folder = try TemporaryDirectory()
    let demo = try Finished(
      of: "audiosession-demo",
      arguments,
      environment: ["TMPDIR": folder.path]
    )
    return Ended(
      status: demo.status,
      story: demo.output.replacing(#/(?m)^ *\d+\.\d{3} /#, with: ""),
      error: demo.error,
      leftovers: try FileManager.default.contentsOfDirectory(atPath: folder.path)
    )
  }
}

/// What a run of the demo led to.
private struct Ended: Equatable {
  var status: Int32
  /// Without the column of times.
  var story: String
  var error: String
  /// Files in the folder for temporary ones.
  var leftovers: [String]
}

/// A program of the story that passes on what it hears never, or too often.
struct Lie: Sendable {
  var program: String
  var hearings: Int
  /// The line of the transcript that doesn't come any more.
  var step: String
  /// What comes in place of the rest.
  var complaint: String

  static let all = [
    Lie(
      program: "music",
      hearings: 0,
      step: " navigation        says: in 300 metres",
      complaint: """
        Step 4 doesn't follow the rules: navigation: says: in 300 metres, turn left
          expected  music is told: session.ducking \(ducking)
          seen      nobody is told anything

        """
    ),
    Lie(
      program: "recorder",
      hearings: 2,
      step: " the other six     reconnect",
      complaint: """
        Step 34 doesn't follow the rules: the other six: reconnect and open new sessions
        \(Role.survivors.map { "  expected  \($0) is told: \(reset)\n" }.joined())\
        \(Role.survivors.map(seen).joined())
        """
    ),
  ]

  private static let ducking =
    #"{"duckedBy":["navigation"],"gain":0.2,"rampMilliseconds":300,"session":"music"}"#
  private static let reset = #"mediaServices.wereReset {"previousEpoch":"the one before"}"#

  private static func seen(_ program: String) -> String {
    let line = "  seen      \(program) is told: \(reset)\n"
    return program == "recorder" ? line + line : line
  }
}

private enum Role {
  static let survivors = ["music", "podcast", "phone", "recorder", "alarm", "assistant"]
}
