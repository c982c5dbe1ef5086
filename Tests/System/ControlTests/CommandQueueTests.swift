import Foundation
import TestSupport
import Testing

@testable import ControlFollow

@Suite(.timeLimit(.minutes(1))) struct CommandQueueTests {
  @Test func `while a command hangs, no session loses its last commands`() throws {
    let folder = try TemporaryDirectory()
    let pipe = folder.path(of: "pipe")
    let log = folder.path(of: "log")
    try #require(mkfifo(pipe, 0o600) == 0)
    let number = open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(number) }
    var queue = CommandQueue()
    func command(_ word: String) -> String { "echo \(word) $AUDIOSESSION_ID >> \(log)" }
    queue.add("read line < \(pipe)", [:])
    // One session has to be paused, and says nothing more; another one says all too much.
    queue.add(command("pause"), ["AUDIOSESSION_ID": "1"])
    for _ in 0..<600 {
      queue.add(command("pause"), ["AUDIOSESSION_ID": "2"])
      queue.add(command("resume"), ["AUDIOSESSION_ID": "2"])
    }
    queue.add(command("pause"), ["AUDIOSESSION_ID": "3"])
    try #require(write(number, "\n", 1) == 1)
    queue.drain()
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1025)
    #expect(lines.first == "pause 1")
    #expect(lines.suffix(3) == ["pause 2", "resume 2", "pause 3"])
  }
}
