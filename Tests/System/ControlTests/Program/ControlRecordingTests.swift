import AudioSessionJSON
import AudioSessionWire
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// `audiosessionctl record` and `replay`, as a user meets them.
@Suite(.tags(.process)) struct ControlRecordingTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Music that a prompt ducks: four decisions, and two more when the connections end.
  @discardableResult
  private func play(_ daemon: TestDaemon) throws -> [ClientConnection] {
    let music = try daemon.connect()
    _ = try music.play(["name": "music", "category": "playback"])
    let prompt = try daemon.connect()
    _ = try prompt.play(["name": "prompt", "category": "playback", "options": ["duckOthers"]])
    return [music, prompt]
  }

  private func replay(_ line: String...) throws -> Finished {
    try Finished(of: "audiosessionctl", ["replay"] + line)
  }

  /// A recording of ``play(_:)`` from its beginning: its path and its text.
  private func recording(_ options: [String] = []) throws -> (path: String, text: String) {
    let daemon = try TestDaemon()
    let tape = try TapeReader(["record", "--count", "4"] + options, of: daemon)
    try tape.waitForLines(2)
    try play(daemon)
    let text = try tape.text()
    #expect(try tape.process.wait() == 0)
    return (try folder.write(text, to: "tape"), text)
  }

  @Test func `a recording that is replayed: each decision is the same`() throws {
    let (path, text) = try recording()
    #expect(text.split(separator: "\n").count == 6)
    let same = "All 4 decisions are the same.\n"
    #expect(try replay(path) == Finished(status: 0, output: same, error: ""))
    let all = "grants=assistant,alarm,ringtone,phoneCall"
    #expect(
      try replay(path, "-v").output == """
        #2  open music (session 1) owner.process=2 owner.user=\(getuid()) scope.application=8 \
        change.category=playback \(all)
        #3  activate music (session 1) \(all)
        #4  open prompt (session 2) owner.process=2 owner.user=\(getuid()) scope.application=8 \
        change.category=playback change.options=2 \(all)
        #5  activate prompt (session 2) \(all)
        All 4 decisions are the same.

        """
    )
    let json = try JSONValue(parsing: try replay(path, "-j").output)
    #expect(json == ["same": true, "decisions": 4, "events": 4, "gaps": 0])
  }

  @Test func `- is standard output, but not for what prints there what it has done`() throws {
    let (path, text) = try recording(["--output", "-"])
    #expect(text.split(separator: "\n").count == 6)
    let sentence = "replay --output: expected a file, not standard output"
    #expect(try replay(path, "-o", "-").error == "audiosessionctl: \(sentence)\n")
  }

  @Test func `the first difference is printed with what led to it, and the status is 2`() throws {
    let (path, text) = try recording()
    let edited = text.replacing(#""rules":["R12"],"#, with: #""rules":["R9"],"#)
      .replacing(#"{"effect":"didBecomeActive","session":1,"rule":"R12"},"#, with: "")
    #expect(edited != text)
    let other = try folder.write(edited, to: "other")
    let all = "grants=assistant,alarm,ringtone,phoneCall"
    let expected = """
      The first difference is in \(other):4, after 1 decision that is the same.

      before  #2  open music (session 1) owner.process=2 owner.user=\(getuid()) \
      scope.application=8 change.category=playback \(all)
      event   #3  activate music (session 1) \(all)
          decision 3
          granted music (session 1) R12
        + didBecomeActive music (session 1) R12
          changed music (session 1) R55
        - rules R9
        + rules R12

      - as recorded, + as this version decides.

      """
    #expect(try replay(other) == Finished(status: 2, output: expected, error: ""))
    let json = try JSONValue(parsing: try replay(other, "-j").output)
    #expect(json["same"] == false && json["line"] == 4)
    #expect(json["recorded"]?["rules"] == ["R9"] && json["replayed"]?["rules"] == ["R12"])
    // From standard input, too, and without an end of the last line.
    let trimmed = try folder.write(String(text.dropLast()), to: "trimmed")
    let null = open(trimmed, O_RDONLY | O_CLOEXEC)
    defer { close(null) }
    let piped = try ChildProcess("audiosessionctl", ["replay", "-"], descriptors: [0: null])
    #expect(try piped.wait() == 0)
    #expect(path != other)
  }

  @Test func `written anew, it has the decisions of this version`() throws {
    let (_, text) = try recording()
    let edited = text.replacing(#""rules":["R12"],"#, with: #""rules":["R9"],"#)
    #expect(edited != text)
    let other = try folder.write(edited, to: "other")
    let copy = folder.path(of: "copy")
    #expect(
      try replay(other, "-o", copy)
        == Finished(
          status: 0,
          output: "4 decisions written to \(copy), 1 of them changed.\n",
          error: ""
        )
    )
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == text)
    let json = try JSONValue(parsing: try replay(other, "-o", other, "-j").output)
    #expect(json == ["decisions": 4, "changed": 1])
    #expect(try String(contentsOfFile: other, encoding: .utf8) == text)
    let refused = try replay(other, "-o", copy, "--verbose")
    #expect(refused.status == 1)
    #expect(
      refused.error.hasPrefix(
        "audiosessionctl: replay --output: --verbose can't be combined with it\n"
      )
    )
    let empty = try folder.write("", to: "empty")
    let run = try replay(empty, "-o", copy)
    #expect(
      run.error == "audiosessionctl: \(empty): expected a recording, with a header and a state\n"
    )
    // What was there is kept.
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == text)
  }

  @Test func `a file that isn't a recording, or isn't whole, is named by its line`() throws {
    let (path, text) = try recording()
    let rows: [(text: String, sentence: String)] = [
      ("", "TAPE: expected a recording, with a header and a state"),
      ("music\n", "TAPE:1: expected JSON"),
      ("{}\n", "TAPE:1: expected a recording of audiosessionctl record"),
      (
        text.replacing(#""version":1,"#, with: #""version":7,"#),
        "TAPE:1: version: expected version 1 of the format, not 7"
      ),
      (String(text.dropLast(20)), "TAPE:6: the line is cut off, or isn't JSON"),
      (
        text.replacing(#""activate","session":2"#, with: #""activate","session":3"#),
        "TAPE:6: event: expected a session that is open"
      ),
      (
        text.replacing(#""duckGain":0.2"#, with: #""duckGain":2"#),
        "TAPE:2: state.policy.duckGain: expected a gain from 0 to 1"
      ),
      (
        text.replacing(#"{"duckGain""#, with: #"{"mood":1,"duckGain""#),
        "TAPE:2: state.policy: expected no other members than version 1 of the format has"
      ),
    ]
    for (text, sentence) in rows {
      let tape = try folder.write(text, to: "broken")
      let run = try replay(tape)
      #expect(run.error == "audiosessionctl: \(sentence.replacing("TAPE", with: tape))\n")
      #expect(run.status == 1)
      #expect(run.output == "")
    }
    let missing = try replay("/nowhere/tape")
    #expect(missing.error == "audiosessionctl: /nowhere/tape: No such file or directory\n")
    #expect(missing.status == 1)
    #expect(path.hasSuffix("tape"))
  }

  @Test func `an anonymous recording names nobody, and is replayed as well`() throws {
    let (path, text) = try recording(["--anonymous"])
    #expect(!text.contains("music") && !text.contains("prompt"))
    #expect(!text.contains(#""time""#) && !text.contains(#""epoch""#))
    #expect(text.contains(#""name":"session-1""#) && text.contains(#""name":"session-2""#))
    #expect(try replay(path).output == "All 4 decisions are the same.\n")
  }

  @Test func `an interrupt ends a recording in order, in a file for its owner alone`() throws {
    let daemon = try TestDaemon()
    let path = folder.path(of: "file")
    // A stranger's link, which would have its file written and leave it readable by all.
    let other = try folder.write("kept", to: "other")
    symlink(other, path)
    let tape = try TapeReader(["record", "-o", path], of: daemon)
    let observer = try daemon.connect()
    try observer.waitForCounts(connections: 2, sessions: 0)
    try Condition.wait("the header and the state") {
      (try? String(contentsOfFile: path, encoding: .utf8))?.count(of: "\n") ?? 0 >= 2
    }
    // What was decided before the interrupt is recorded, though it hasn't been read.
    tape.process.send(SIGSTOP)
    let players = try play(daemon)
    _ = try observer.granted("server.status")
    tape.process.send(SIGINT)
    tape.process.send(SIGCONT)
    #expect(try tape.process.wait() == 0)
    withExtendedLifetime(players) {}
    #expect(try replay(path).output.hasPrefix("All 4 decisions"))
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode == S_IFREG | 0o600)
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "kept")
  }

  @Test func `a restart of the daemon is a gap, and its end isn't success`() throws {
    let daemon = try TestDaemon()
    let tape = try TapeReader(["record"], of: daemon)
    try tape.waitForLines(2)
    // What was decided before the end is recorded, though it hasn't been read.
    tape.process.send(SIGSTOP)
    let players = try play(daemon)
    _ = try players[0].granted("server.status")
    try daemon.process.kill()
    tape.process.send(SIGCONT)
    #expect(try tape.process.wait() == 4)
    withExtendedLifetime(players) {}
    let path = try folder.write(try tape.text(), to: "ended")
    #expect(try replay(path).output.hasPrefix("All 4 decisions"))
  }

  @Test func `record: refused without the grant observe, and reports a full disk`() throws {
    let daemon = try TestDaemon()
    let full = try Finished.control(["record", "-o", "/dev/full"], at: daemon.socketPath)
    #expect(full.status == 1)
    #expect(full.error.contains("No space left on device"))
    try #require(geteuid() == 0, "only root may become somebody who lacks the grant")
    #expect(chmod(folder.path, 0o777) == 0)
    let old = try folder.write("kept", to: "old")
    #expect(chmod(old, 0o666) == 0)
    for path in [old, folder.path(of: "new")] {
      let refused = try Finished.controlByNobody(["record", "-o", path], at: daemon.socketPath)
      #expect(refused.status == 2)
      #expect(refused.error.contains("this requires the grant observe"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old"])
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "kept")
  }
}

extension String {
  fileprivate func count(of character: Character) -> Int { count { $0 == character } }
}

/// A recording under way, read from a pipe.
private final class TapeReader {
  let process: ChildProcess
  private let number: CInt
  private var bytes: [UInt8] = []

  init(_ line: [String], of daemon: TestDaemon) throws {
    var numbers: [CInt] = [-1, -1]
    try #require(pipe(&numbers) == 0)
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    number = numbers[0]
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for number in [null, numbers[1]] { close(number) } }
    process = try ChildProcess(
      "audiosessionctl",
      line,
      descriptors: [0: null, 1: numbers[1], 2: null],
      environment: ["AUDIOSESSION_SOCKET": daemon.socketPath]
    )
  }

  deinit { close(number) }

  /// Waits until so many lines have come.
  func waitForLines(_ count: Int) throws {
    while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < count { try #require(try receive()) }
  }

  /// All that comes until the program ends.
  func text() throws -> String {
    while try receive() {}
    return String(decoding: bytes, as: UTF8.self)
  }

  private func receive() throws -> Bool {
    try Patience.wait(for: POLLIN, on: number, "a line of the recording")
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(number, &buffer, buffer.count)
    bytes += buffer.prefix(max(count, 0))
    return count > 0
  }
}
