import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// What `run` does to a command whose session is interrupted, and when anybody dies meanwhile.
@Suite(.tags(.process)) struct RunInterruptionTests {
  private let stage: RunStage

  init() throws { stage = try RunStage() }

  /// A command that runs with an active session of its name; its process group.
  private func play(_ words: [String]) throws -> (run: RunningCommand, group: Int32) {
    let run = try stage.start(["--name", "player"] + words)
    try stage.await("active", of: "player")
    return (run, try run.command())
  }

  @Test func `a call stops the whole group, and its end lets it go on`() throws {
    let (run, group) = try play(["sh", "-c", "sleep 100 | cat; exit"])
    try ProcessTable.await(group: group, isStopped: false, count: 3)
    for _ in 0..<2 {
      let call = try stage.call()
      try ProcessTable.await(group: group, isStopped: true, count: 3)
      try stage.await("interrupted", of: "player")
      try stage.end(call)
      try ProcessTable.await(group: group, isStopped: false, count: 3)
      try stage.await("active", of: "player")
    }
    run.send(SIGTERM)
    #expect(try run.wait() == 143)
    #expect(run.error.isEmpty)
    try stage.awaitNoSession()
  }

  /// The kernel continues a stopped group only if nobody in its session can: here somebody could.
  @Test(.enabled(if: (try? Spawn.path(of: "python3")) != nil, "python3 is not installed"))
  func `a killed wrapper leaves nothing stopped, whoever inherits its command`() throws {
    let inherits = """
      import ctypes, subprocess, sys
      ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
      subprocess.run(sys.argv[1:])
      sys.stdin.read()
      """
    let ends = try connectedSockets()
    defer { for number in [ends.one, ends.other] { close(number) } }
    let parent = try stage.start(
      ["--name", "player", "sh", "-c", "sleep 100 | cat; exit"],
      beneath: [Spawn.path(of: "python3"), "-c", inherits],
      input: ends.other
    )
    try stage.await("active", of: "player")
    let wrapper = try parent.command()
    let rows = ProcessTable.all()
    let group = try #require(rows.first { $0.parent == wrapper && $0.group == $0.pid }?.pid)
    try ProcessTable.await(group: group, isStopped: false, count: 3)
    let call = try stage.call()
    try ProcessTable.await(group: group, isStopped: true, count: 3)
    kill(wrapper, SIGKILL)
    try ProcessTable.await(group: group, isStopped: false, count: 3)
    withExtendedLifetime(call) {}
  }

  @Test func `an interrupted command that records: stopped, and resumed after the call`() throws {
    let (run, group) = try play(["--record", "sleep", "100"])
    let call = try stage.call()
    try ProcessTable.await(group: group, isStopped: true)
    try stage.end(call)
    try ProcessTable.await(group: group, isStopped: false)
    withExtendedLifetime(run) {}
  }

  @Test func `a stopped command ends by the signal that its wrapper is sent`() throws {
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let (run, group) = try play(["sleep", "100"])
      let call = try stage.call()
      try ProcessTable.await(group: group, isStopped: true)
      run.send(signal)
      #expect(try run.wait() == 128 + signal)
      try stage.end(call)
    }
  }

  @Test func `SIGCONT is the user's wish, which the daemon grants or not`() throws {
    let (run, group) = try play(["sleep", "100"])
    // Silently: what it interrupted isn't to resume by itself.
    let other = try stage.daemon.connect()
    let music = try other.play(["category": "playback", "name": "music"])
    try ProcessTable.await(group: group, isStopped: true)
    try other.granted("session.deactivate", ["session": music])
    try stage.await("inactive", of: "player")
    #expect(ProcessTable.states(ofGroup: group) == "T")
    run.send(SIGCONT)
    try ProcessTable.await(group: group, isStopped: false)
    try stage.await("active", of: "player")
  }

  @Test func `a user who stops the command gives up its session until it is continued`() throws {
    let (run, group) = try play(["sleep", "100"])
    kill(group, SIGSTOP)
    try stage.await("inactive", of: "player")
    kill(group, SIGCONT)
    try stage.await("active", of: "player")
    withExtendedLifetime(run) {}
  }

  @Test func `commands pause and resume it, one after the other`() throws {
    let (run, _) = try play([
      "--pause-command", "echo pause $AUDIOSESSION_ID", "--resume-command", "echo resume", "sleep",
      "100",
    ])
    let call = try stage.call()
    try run.awaitOutput("pause 1\n")
    try stage.end(call)
    try run.awaitOutput("pause 1\nresume\n")
    try stage.await("active", of: "player")
    try Condition.wait("nothing left of them: \(ProcessTable.zombies(of: run.pid))") {
      ProcessTable.zombies(of: run.pid).isEmpty
    }
  }

  @Test func `terminated, or left alone`() throws {
    let (run, _) = try play(["--on-interrupt=terminate", "sleep", "100"])
    let (ignoring, group) = try {
      let run = try stage.start(["--on-interrupt=ignore", "--name", "game", "sleep", "100"])
      try stage.await("active", of: "game")
      return (run, try run.command())
    }()
    // The second one has interrupted the first.
    #expect(try run.wait() == 143)
    let call = try stage.call()
    try stage.await("interrupted", of: "game")
    #expect(ProcessTable.states(ofGroup: group) != "T")
    try stage.end(call)
    try stage.await("active", of: "game")
    ignoring.send(SIGTERM)
    #expect(try ignoring.wait() == 143)
  }

  @Test func `evicted, it is terminated`() throws {
    let (run, _) = try play(["sleep", "100"])
    let number = try stage.await("active", of: "player")
    try stage.daemon.connect().granted("session.evict", ["session": number])
    #expect(try run.wait() == 143)
  }

  @Test func `a command that ignores SIGTERM is waited for`() throws {
    let script = "trap 'echo no' TERM; echo ready; while :; do sleep 0.01; done"
    let (run, group) = try play(["sh", "-c", script])
    try run.awaitOutput("ready\n")
    let call = try stage.call()
    // A shell waits in the kernel until what it has just forked can go on.
    try Condition.wait("stopped") {
      ["T", "DT", "TT"].contains(ProcessTable.states(ofGroup: group))
    }
    run.send(SIGTERM)
    try run.awaitOutput("ready\nno\n")
    kill(group, SIGKILL)
    #expect(try run.wait() == 137)
    try stage.end(call)
  }

  @Test func `the session ends with the command, and what it left in its group runs`() throws {
    // The kernel sends SIGHUP, too, to a stopped group that nobody could continue any more.
    let script = "trap '' HUP; sleep 100 & echo $!; trap - HUP; exec sleep 101"
    let (run, group) = try play(["sh", "-c", script])
    try Condition.wait("a pid") { run.output.hasSuffix("\n") }
    let child = try #require(Int32(run.output.dropLast()))
    defer { kill(child, SIGKILL) }
    let call = try stage.call()
    try ProcessTable.await(group: group, isStopped: true, count: 2)
    kill(group, SIGKILL)
    #expect(try run.wait() == 137)
    try Condition.wait("running") { ProcessTable.row(child).map { $0.state != "T" } ?? false }
    try stage.end(call)
    try stage.awaitNoSession()
  }

  @Test func `a killed wrapper leaves no session, and its command runs`() throws {
    let (run, group) = try play(["sleep", "100"])
    let call = try stage.call()
    try ProcessTable.await(group: group, isStopped: true)
    try run.kill()
    try ProcessTable.await(group: group, isStopped: false)
    try stage.end(call)
    try stage.awaitNoSession()
    kill(group, SIGKILL)
  }

  @Test func `a command goes on while there is no daemon, and joins the next one`() throws {
    let (run, group) = try play(["sleep", "100"])
    try stage.daemon.restart()
    try stage.await("active", of: "player")
    #expect(ProcessTable.states(ofGroup: group) != "T")
    // It was stopped by one who doesn't come back.
    let first = try stage.call()
    try ProcessTable.await(group: group, isStopped: true)
    try stage.daemon.restart()
    try ProcessTable.await(group: group, isStopped: false)
    try stage.await("active", of: "player")
    // Nobody comes back.
    let second = try stage.call()
    try ProcessTable.await(group: group, isStopped: true)
    try stage.daemon.process.kill()
    try ProcessTable.await(group: group, isStopped: false)
    withExtendedLifetime((run, first, second)) {}
  }

  @Test func `a stopped command: stays so if its interrupter returns to the next daemon`() throws {
    let (run, group) = try play(["sleep", "100"])
    let former = try stage.call()
    try ProcessTable.await(group: group, isStopped: true)
    try stage.daemon.restart()
    let call = try stage.call()
    let connection = try stage.daemon.connect()
    // The probe is refused full gain, and the next decision is awaited.
    try Condition.wait("subscribed and asked twice") {
      try connection.granted("server.status")["counts"]?["sessions"]?.integer == 2
    }
    #expect(ProcessTable.states(ofGroup: group) == "T")
    try stage.end(call)
    try ProcessTable.await(group: group, isStopped: false)
    try stage.await("active", of: "player")
    withExtendedLifetime((run, former)) {}
  }
}
