import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// Broken files and a sound server that vanishes: an error of Apple's kind, and nothing hangs.
@Suite(
  .tags(.process),
  .enabled(
    if: HeadlessGraph.isAvailableForPlayers,
    Comment(rawValue: HeadlessGraph.reasonForPlayers)
  )
)
struct PlayerFaultTests {
  @Test func `files that can't be played are said, and why`() throws {
    let stage = try PlayerStage()
    let folder = stage.graph.folder
    try stage.tell("open /nowhere/a.wav", "NSOSStatusErrorDomain -43")
    try stage.tell("open \(folder.path)", "NSOSStatusErrorDomain -43")
    let whole = try Data(contentsOf: URL(fileURLWithPath: stage.graph.toneFile(seconds: 1)))
    let (unknown, damaged) = (
      "NSOSStatusErrorDomain 1954115647", "NSOSStatusErrorDomain 1685348671"
    )
    // Of a file that is cut off, one element says that it is damaged, and another that it is of no type
    // it knows: whichever comes first.
    let files: [(String, Data, answers: [String])] = [
      ("empty.wav", Data(), [unknown]),
      ("text.wav", Data("this is no sound\n".utf8), [unknown]),
      ("zeros.mp3", Data(count: 100_000), [unknown]),
      ("head.wav", whole.prefix(30), [unknown, damaged]),
    ]
    for (name, content, answers) in files {
      try content.write(to: URL(fileURLWithPath: folder.path(of: name)))
      try stage.tell("open \(folder.path(of: name))")
      let answer = try stage.next()
      #expect(answers.contains(answer), "\(name): \(answer)")
    }
    try stage.tell("category Playback", "configured")
    // Half a file is heard as far as it goes.
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: folder.path(of: "half.wav")))
    try stage.program.send("open \(folder.path(of: "half.wav"))")
    print(try stage.next())
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    #expect(try stage.next().hasPrefix("finished"))
  }

  @Test func `the sound server vanishes: the player fails, and plays when it is back`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    try stage.graph.kill(.pulse)
    #expect(try stage.next() == "error NSOSStatusErrorDomain mediaServicesFailed")
    #expect(try stage.next().hasPrefix("finished false"))
    try stage.tell("play", "plays [false]")
    try stage.graph.start(.pulse)
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
  }

  @Test func `a sound server that doesn't answer: a player says so in seconds`() throws {
    let stage = try PlayerStage()
    try stage.openTone()
    stage.graph.parts[.pulse]?.signal(SIGSTOP)
    let start = Moment.now
    try stage.tell("play", "plays [false]")
    #expect(Moment.now - start < .seconds(8))
    stage.graph.parts[.pulse]?.signal(SIGCONT)
  }

  @Test func `a full disk ends a recording, and what was written is heard`() throws {
    let stage = try PlayerStage("recorder")
    try stage.tell("category Record", "configured")
    try stage.tell("open /dev/full 1819304813 48000 2", "opened 48000 Hz, 2 ch")
    try stage.tell("record", "records true")
    #expect(try stage.next() == "error NSOSStatusErrorDomain -34")
    #expect(try stage.next() == "finished false")
  }

  @Test(arguments: ["players", "items", "recorders"])
  func `a thousand leave no thread and no descriptor`(kind: String) throws {
    let stage = try PlayerStage("crowd")
    let isRecording = kind == "recorders"
    if isRecording { try stage.tell("category Record", "configured") }
    let path = isRecording ? stage.graph.folder.path : try stage.shortTone(milliseconds: 50)
    try stage.tell("\(kind) 20 \(path)", "finished 20")
    let before = try resources(of: stage.program.pid)
    for _ in 1...20 { try stage.tell("\(kind) 50 \(path)", "finished 50") }
    var after = before
    // A thread of a pool ends when nothing has needed it for some seconds.
    try Condition.wait("as many as before, \(before): \(after)") {
      after = try resources(of: stage.program.pid)
      return after.threads <= before.threads + 2 && after.descriptors <= before.descriptors
    }
    print("\(kind), before: \(before), after: \(after)")
  }

  private func resources(of pid: Int32) throws -> (threads: Int, descriptors: Int) {
    let files = FileManager.default
    return (
      try files.contentsOfDirectory(atPath: "/proc/\(pid)/task").count,
      try files.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
    )
  }
}
