import AudioSessionJSON
import AudioSessionWire
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// `audiosessionctl run` as its user meets it: the command's output and status, and its session.
@Suite(.tags(.process)) struct RunCommandTests {
  private let stage: RunStage

  init() throws { stage = try RunStage() }

  @Test func `the exit status is the command's, or tells the signal, or that it can't be run`()
    throws
  {
    let file = stage.folder.path(of: "file")
    try "".write(toFile: file, atomically: true, encoding: .utf8)
    let rows: [(words: [String], status: Int32, error: String)] = [
      (["true"], 0, ""),
      (["--", "sh", "-c", "exit 7"], 7, ""),
      (["sh", "-c", "kill -9 $$"], 137, ""),
      (["sh", "-c", "kill -TERM $$"], 143, ""),
      (["no-such-program"], 127, "audiosessionctl: no-such-program: command not found\n"),
      (["/no/such"], 127, "audiosessionctl: /no/such: command not found\n"),
      ([file], 126, "audiosessionctl: \(file): permission denied\n"),
      (["/tmp"], 126, "audiosessionctl: /tmp: permission denied\n"),
    ]
    for (words, status, error) in rows {
      #expect(try stage.run(words) == Finished(status: status, output: "", error: error))
    }
    try stage.awaitNoSession()
  }

  @Test(.enabled(if: Checkout.has("strace"), "it takes strace"))
  func `a command that can't be told to begin: said, and not waited for`() throws {
    let control = try Spawn.path(ofBuilt: "audiosessionctl")
    let run = try Finished(
      of: Spawn.path(of: "strace"),
      ["-o", "/dev/null", "-e", "trace=write", "-e", "inject=write:error=EIO:when=1"]
        + [control, "--socket", stage.daemon.socketPath, "run", "true"]
    )
    let error = "audiosessionctl: true: write: Input/output error\n"
    #expect(run == Finished(status: 127, output: "", error: error))
  }

  @Test func `a script without its first line is the shell's, one with a wrong one can't be run`()
    throws
  {
    let script = try stage.folder.writeProgram("echo $1\n", to: "script")
    #expect(try stage.run([script, "a"]) == Finished(status: 0, output: "a\n", error: ""))
    let wrong = try stage.folder.writeProgram("#!/no/such\n", to: "wrong")
    let error = "audiosessionctl: \(wrong): No such file or directory\n"
    #expect(try stage.run([wrong]) == Finished(status: 127, output: "", error: error))
  }

  @Test func `the session is active when the command starts, is the command's, and has its name`()
    throws
  {
    let ctl = try Spawn.path(ofBuilt: "audiosessionctl")
    let script = #"""
      echo $$ "$AUDIOSESSION_SOCKET"
      "$0" show "$AUDIOSESSION_ID" -p session -p name -p pid -p comm -p category -p state --value
      """#
    let words = ["--socket", stage.daemon.socketPath, "run", "sh", "-c", script, ctl]
    let run = try Finished(
      of: "audiosessionctl",
      words,
      environment: ["AUDIOSESSION_SOCKET": "/nowhere", "AUDIOSESSION_ID": "9"]
    )
    let lines = run.output.split(separator: "\n").map(String.init)
    let pid = lines.first?.split(separator: " ").first.map(String.init) ?? "?"
    #expect(
      lines == ["\(pid) \(stage.daemon.socketPath)", "1", "sh", pid, "sh", "playback", "active"]
    )
    #expect(run.status == 0)
  }

  @Test func `standard streams pass through, alone, in pipelines and with more descriptors`() throws
  {
    let script = #"""
      printf 'a\nb\n' | "$0" run -- cat | wc -l
      "$0" run -- sh -c 'seq 5 | wc -l'
      "$0" run -- sh -c 'cat <&5' 5<<END
      five
      END
      "$0" run -- sh -c 'echo to error >&2; echo to output' 2>/dev/null
      "$0" run -- yes | head -1
      """#
    let run = try Finished(
      of: "/bin/sh",
      ["-c", script, Spawn.path(ofBuilt: "audiosessionctl")],
      environment: ["AUDIOSESSION_SOCKET": stage.daemon.socketPath]
    )
    let output = "2\n5\nfive\nto output\ny\n"
    #expect(run == Finished(status: 0, output: output, error: ""))
  }

  @Test func `the options of run: set the mode, zone, application and name of its session`() throws
  {
    let line = [
      "--speak", "--zone", "kitchen", "--application", "org.example.voice", "--name", "voice", "--",
      "sleep", "100",
    ]
    let command = try stage.start(line)
    _ = try stage.await("active", of: "voice")
    let session = try #require(try stage.daemon.connect().sessions().first)
    let facts = ["mode", "zone", "application"].map { session[$0]?.string }
    #expect(facts == ["voicePrompt", "kitchen", "org.example.voice"])
    #expect(session["pid"]?.integer == Int64(try command.command()))
    #expect(session["options"]?.array?.contains("duckOthers") ?? false)
  }

  @Test func `signals find the dispositions that this program found, and reach the command`() throws
  {
    let script = #"""
      trap '' HUP
      exec "$0" run sh -c '
        kill -HUP $$; trap "echo usr; exit 3" USR1; echo ready; while :; do sleep 0.01; done'
      """#
    let output = stage.folder.path(of: "output")
    let file = open(output, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    let run = try ChildProcess(
      "/bin/sh",
      ["-c", script, Spawn.path(ofBuilt: "audiosessionctl")],
      descriptors: [1: file],
      environment: ["AUDIOSESSION_SOCKET": stage.daemon.socketPath]
    )
    let text = { try String(contentsOfFile: output, encoding: .utf8) }
    try Condition.wait("ready") { try text() == "ready\n" }
    run.send(SIGUSR1)
    #expect(try run.wait() == 3)
    #expect(try text() == "ready\nusr\n")
  }

  @Test func `refused, it isn't run, and the message names who is in the way`() throws {
    let call = try stage.call()
    let file = stage.folder.path(of: "ran")
    let words = ["--record", "touch", file]
    let sentence =
      "The sound or the microphone is held by a session of higher priority: phone (session 1); the "
      + "session is notified when it may play"
    let error = "audiosessionctl: \(sentence) (insufficientPriority '!pri' R7).\n"
    #expect(try stage.run(words) == Finished(status: 2, output: "", error: error))
    #expect(try stage.run(["--wait=50ms"] + words).status == 2)
    let json = try stage.run(["-j"] + words).output
    let found = try JSONValue(parsing: Array(json.utf8).span)["error"]
    #expect(found?["name"] == "insufficientPriority" && found?["by"]?["name"] == "phone")
    #expect(!FileManager.default.fileExists(atPath: file))
    let waiting = try stage.start(["--wait"] + words)
    _ = try stage.await("inactive", of: "touch")
    try stage.end(call)
    #expect(try waiting.wait() == 0)
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func `a wrong description and a missing grant are the daemon's sentences`() throws {
    let wrong = try stage.run(["--category", "playback", "--mode", "voiceChat", "true"])
    #expect(wrong.status == 2)
    #expect(wrong.error.contains("playAndRecord"), "\(wrong.error)")
    let usage = try stage.run(["--duck", "--alarm", "true"])
    #expect(
      usage
        == Finished(
          status: 1,
          output: "",
          error: "audiosessionctl: --duck, --alarm: expected only one of them\n"
        )
    )
    try #require(geteuid() == 0, "only root may become somebody without grants")
    let line = ["run", "--alarm", "true"]
    let user = try Finished.controlByNobody(line, at: stage.daemon.socketPath)
    #expect(user.status == 2)
    #expect(user.error.contains("[Grant alarm]"), "\(user.error)")
  }

  @Test func `without a daemon it runs with a word, or not at all`() throws {
    try stage.daemon.process.kill()
    let path = stage.daemon.socketPath
    let trouble =
      "nothing listens at \(path) any more; start a daemon there with `audiosessiond --socket "
      + "\(path)`; `audiosessionctl doctor` shows more"
    let run = try stage.run(["sh", "-c", "echo ${AUDIOSESSION_ID-none}; exit 3"])
    let error = "audiosessionctl: sh runs without a session: \(trouble)\n"
    #expect(run == Finished(status: 3, output: "none\n", error: error))
    let strict = try stage.run(["--strict", "echo", "loud"])
    #expect(strict == Finished(status: 4, output: "", error: "audiosessionctl: \(trouble)\n"))
  }

  @Test func `a daemon that hangs doesn't keep it from running, and is joined when it goes on`()
    throws
  {
    let daemon = stage.daemon.process
    daemon.send(SIGSTOP)
    let script = "echo ${AUDIOSESSION_ID-none}; sleep 100"
    let line = ["--timeout", "100ms", "--name", "alarm", "sh", "-c", script]
    let trouble =
      "the daemon at \(stage.daemon.socketPath) didn't reply in time; `--timeout` allows it more"
    let strict = try stage.run(["--strict"] + line)
    #expect(strict == Finished(status: 3, output: "", error: "audiosessionctl: \(trouble)\n"))
    let alarm = try stage.start(line)
    try alarm.awaitOutput("none\n")
    #expect(alarm.error == "audiosessionctl: alarm runs without a session: \(trouble)\n")
    daemon.send(SIGCONT)
    try stage.await("active", of: "alarm")
  }

  @Test func `a refusal that comes late stops the command, until it may go on`() throws {
    let call = try stage.call()
    stage.daemon.process.send(SIGSTOP)
    let music = try stage.start(["--timeout", "100ms", "--record", "sh", "-c", "echo; sleep 100"])
    try music.awaitOutput("\n")
    let group = try music.command()
    stage.daemon.process.send(SIGCONT)
    try ProcessTable.await(group: group, isStopped: true, count: 2)
    try stage.end(call)
    try ProcessTable.await(group: group, isStopped: false, count: 2)
    try stage.await("active", of: "sh")
  }
}
