import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// `run` under a shell in a terminal: keys, jobs, the terminal's modes.
@Suite(
  .tags(.process),
  .enabled(if: access("/bin/bash", X_OK) == 0, "needs bash"),
)
struct RunTerminalTests {
  private let stage: RunStage
  private let terminal: Terminal

  init() throws {
    stage = try RunStage()
    let ctl = try Spawn.path(ofBuilt: "audiosessionctl")
    terminal = try Terminal(
      environment: ["AUDIOSESSION_SOCKET": stage.daemon.socketPath, "CTL": ctl]
    )
    try terminal.awaitShown("$ ")
  }

  /// Types a command line, and waits until the session of this name is active and its command has
  /// the terminal; its process group.
  private func run(_ line: String, name: String) throws -> Int32 {
    try terminal.type("\(line)\n")
    try stage.await("active", of: name)
    let session = try stage.daemon.connect().sessions().first { $0["name"]?.string == name }
    let group = Int32(session?["pid"]?.integer ?? 0)
    try Condition.wait("the terminal") { terminal.foreground == group }
    return group
  }

  @Test func `an interactive program reads and writes, and its end of file is its own`() throws {
    _ = try run("$CTL run -- cat", name: "cat")
    try terminal.type("hello\n")
    try terminal.awaitShown("hello\r\nhello\r\n")
    try terminal.type("\u{4}")
    try terminal.awaitShown("$ ")
    try terminal.type("echo status $?\n")
    try terminal.awaitShown("status 0\r\n")
  }

  @Test func `control-C ends the command, whether it plays or is interrupted`() throws {
    for isInterrupted in [false, true] {
      let group = try run("$CTL run -- sleep 100", name: "sleep")
      let call = isInterrupted ? try stage.call() : nil
      if call != nil {
        // The terminal is the wrapper's again, and tells its user.
        try terminal.awaitShown("audiosessionctl: sleep (session 2) is interrupted by phone")
        try Condition.wait("the terminal") { terminal.foreground != group }
      }
      try terminal.type("\u{3}")
      try terminal.awaitShown("$ ")
      try terminal.type("echo status $?\n")
      try terminal.awaitShown("status 130\r\n")
      if let call { try stage.end(call) }
      try stage.awaitNoSession()
    }
  }

  @Test func `control-Z stops the job and gives up its session, fg asks for it again`() throws {
    let group = try run("$CTL run -- sleep 100", name: "sleep")
    try terminal.type("\u{1A}")
    try terminal.awaitShown("Stopped")
    try stage.await("inactive", of: "sleep")
    #expect(ProcessTable.states(ofGroup: group) == "T")
    try terminal.type("fg\n")
    try stage.await("active", of: "sleep")
    try ProcessTable.await(group: group, isStopped: false)
    #expect(terminal.foreground == group)
    // During a call the daemon refuses capturing programs, so stop one that is interrupted.
    let call = try stage.call()
    try ProcessTable.await(group: group, isStopped: true)
    try Condition.wait("the terminal") { terminal.foreground != group }
    try terminal.type("\u{1A}")
    try terminal.awaitShown("Stopped")
    try stage.end(call)
    #expect(ProcessTable.states(ofGroup: group) == "T")
    try terminal.type("bg\n")
    try ProcessTable.await(group: group, isStopped: false)
    try stage.await("active", of: "sleep")
    try terminal.type("kill %1; wait %1; echo status $?\n")
    try terminal.awaitShown("status 143\r\n")
  }

  @Test func `the modes of an interrupted program come back with it, and the shell's at the end`()
    throws
  {
    let script = "stty raw -echo; echo raw; exec sleep 100"
    let group = try run("$CTL run --name raw -- sh -c '\(script)'", name: "raw")
    try terminal.awaitShown("raw")
    try Condition.wait("raw") { !terminal.isUsual }
    let call = try stage.call()
    try ProcessTable.await(group: group, isStopped: true)
    try Condition.wait("the usual modes") { terminal.isUsual }
    try stage.end(call)
    try ProcessTable.await(group: group, isStopped: false)
    try Condition.wait("raw again") { !terminal.isUsual }
    kill(group, SIGTERM)
    try terminal.awaitShown("$ ")
    #expect(terminal.isUsual)
    // One that ends in order leaves them as its user wants them.
    try terminal.type("$CTL run -- stty -echo; echo do'ne'\n")
    try terminal.awaitShown("done")
    #expect(!terminal.isUsual)
  }

  @Test func `in a pipeline it gets the terminal when it reads from it`() throws {
    let group = try run("$CTL run -- cat | sed s/^/got:/", name: "cat")
    try terminal.type("line\n\u{4}")
    try terminal.awaitShown("got:line")
    try Condition.wait("the terminal") { terminal.foreground != group }
    try terminal.awaitShown("$ ")
  }

  @Test func `control-Z stops the other programs of the pipeline as well`() throws {
    _ = try run("$CTL run -- cat | sleep 100", name: "cat")
    // The key's signal reaches cat alone, and the shell waits until each of them is stopped.
    try terminal.type("\u{1A}")
    try terminal.awaitShown("Stopped")
    try stage.await("inactive", of: "cat")
    try terminal.type("kill %1; fg\n")
    try terminal.awaitShown("$ ")
    try stage.awaitNoSession()
  }

  @Test func `in the background it stops when it reads, and reads in the foreground`() throws {
    try terminal.type("$CTL run -- cat &\n")
    // It is active for a moment only.
    let client = try stage.daemon.connect()
    var group: Int32 = 0
    try Condition.wait("cat's session") {
      let session = try? client.sessions().first { $0["name"] == "cat" }
      group = Int32(session?["pid"]?.integer ?? 0)
      return group != 0
    }
    // The shell's job is the wrapper, which stops after its command: a prompt before that tells
    // nothing.
    let wrapper = try #require(ProcessTable.row(group)).parent
    try Condition.wait("the wrapper") { ProcessTable.row(wrapper)?.state == "T" }
    #expect(ProcessTable.states(ofGroup: group) == "T")
    try terminal.type("\n")
    try terminal.awaitShown("Stopped")
    try terminal.type("fg\n")
    try ProcessTable.await(group: group, isStopped: false)
    try terminal.type("there\n")
    try terminal.awaitShown("there\r\nthere\r\n")
    try terminal.type("\u{4}")
    try terminal.awaitShown("$ ")
  }

  @Test func `waiting for a call to end can be given up, and stopped`() throws {
    let call = try stage.call()
    try terminal.type("$CTL run --wait --record -- sleep 100\n")
    try terminal.awaitShown("audiosessionctl: sleep waits: ")
    try terminal.type("\u{1A}")
    try terminal.awaitShown("Stopped")
    try terminal.type("fg\n")
    try Condition.wait("the terminal") { terminal.foreground != terminal.pid }
    try terminal.type("\u{3}")
    try terminal.awaitShown("$ ")
    try terminal.type("echo status $?\n")
    try terminal.awaitShown("status 130\r\n")
    try stage.end(call)
    try stage.awaitNoSession()
  }
}
