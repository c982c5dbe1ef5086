import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// Completion in the shells themselves, against a daemon with three sessions.
@Suite(.tags(.process), .timeLimit(.minutes(5))) struct CompletionShellTests {
  private let daemon: TestDaemon
  private let client: ClientConnection
  private let folder: TemporaryDirectory

  init() throws {
    daemon = try TestDaemon()
    client = try daemon.connect()
    for name in ["music", "my player", "a:b=c"] {
      _ = try client.open(["category": "playback", "name": .string(name)])
    }
    folder = try TemporaryDirectory()
    try folder.write(Data(), to: "files/socket one")
    try folder.write(Data(), to: "files/socket2")
    for shell in ["bash", "zsh", "fish"] {
      let script = try Finished.control(["completion", shell], at: "/nowhere")
      #expect(script.status == 0)
      try folder.write(Data(script.output.utf8), to: shell)
    }
  }

  private static func has(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
      || FileManager.default.isExecutableFile(atPath: "/bin/\(shell)")
  }

  private var environment: [String: String] {
    [
      "AUDIOSESSION_SOCKET": daemon.socketPath, "LC_ALL": "C.UTF-8", "HOME": folder.path,
      "PATH": "\(Checkout.programs):\(Spawn.searchPath)",
    ]
  }

  private func output(_ shell: String, _ script: String) throws -> [String] {
    let program = try Spawn.path(of: shell)
    let arguments = shell == "fish" ? ["--no-config", "-c", script] : ["-c", script]
    let run = try Finished(of: program, arguments, environment: environment)
    #expect(run.error == "")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// What bash would offer for a line, which it splits into these words.
  private func bash(
    _ line: String,
    _ words: [String],
    breaks: String = ":="
  ) throws -> [String] {
    let quoted = words.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
    return try output(
      "bash",
      """
      cd '\(folder.path)/files'
      . ../bash
      COMP_WORDBREAKS='\(breaks)'
      COMP_LINE='\(line.replacing("'", with: #"'\''"#))' COMP_POINT=${#COMP_LINE}
      COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
      _audiosessionctl
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    )
  }

  @Test(.enabled(if: has("bash"), "needs bash")) func `bash`() throws {
    let name = "audiosessionctl"
    #expect(try bash("\(name) mon", [name, "mon"]) == ["monitor"])
    #expect(try bash("\(name) policy ", [name, "policy", ""]) == ["show", "test"])
    #expect(try bash("\(name) explain m", [name, "explain", "m"]) == ["music", #"my\ player"#])
    #expect(try bash("\(name) explain 'my", [name, "explain", "'my"]) == ["my player"])
    #expect(try bash(#"\#(name) explain my\ "#, [name, "explain", #"my\ "#]) == [#"my\ player"#])
    #expect(try bash("\(name) explain a:", [name, "explain", "a", ":"]) == ["b=c"])
    let mode = [name, "policy", "test", "--mode", "=", "vid"]
    #expect(try bash("\(name) policy test --mode=vid", mode) == ["videoRecording", "videoChat"])
    #expect(
      try bash("\(name) list --socket so", [name, "list", "--socket", "so"]).sorted() == [
        "socket one", "socket2",
      ]
    )
    let files = ["socket one", "socket2"]
    let split = [name, "timeline", "study", "=", "so"]
    #expect(try bash("\(name) timeline study=so", split).sorted() == files)
    let whole = [name, "timeline", "study=so"]
    #expect(
      try bash("\(name) timeline study=so", whole, breaks: "").sorted()
        == files.map { "study=\($0)" }
    )
    #expect(try bash("\(name) run l", [name, "run", "l"]).contains("ls"))
  }

  @Test(.enabled(if: has("fish"), "needs fish")) func `fish`() throws {
    func fish(_ line: String) throws -> [String] {
      try output("fish", "cd '\(folder.path)/files'; source ../fish; complete -C '\(line)'")
    }
    #expect(try fish("audiosessionctl mon") == ["monitor\tPrint decisions as they are made."])
    #expect(
      try fish("audiosessionctl explain m")
        == ["music\tsession 1: inactive", "my player\tsession 2: inactive"]
    )
    #expect(
      try fish("audiosessionctl policy test --mode=vid")
        == ["--mode=videoChat", "--mode=videoRecording"]
    )
    #expect(try fish("audiosessionctl list --socket so") == ["socket one", "socket2"])
    #expect(
      try fish("audiosessionctl timeline study=so") == ["study=socket one", "study=socket2"]
    )
    #expect(try fish("audiosessionctl run --duck -- l").contains { $0.hasPrefix("ls") })
  }

  @Test(.enabled(if: has("zsh"), "needs zsh")) func `zsh`() throws {
    let terminal = try PseudoTerminal(columns: 100, rows: 20)
    let shell = try terminal.start(
      Spawn.path(of: "zsh"),
      ["-f", "-i"],
      environment: environment.merging(["TERM": "dumb", "PS1": "$ "]) { $1 }
    )
    func type(_ keys: String, until text: String) throws {
      terminal.type(keys)
      try terminal.wait(text) { $0.text.contains(text) }
    }
    try type("autoload -U compinit && compinit -u -D; echo r''eady\r", until: "\nready")
    try type("cd ~/files; source ../zsh; echo s''ourced\r", until: "\nsourced")
    try type("audiosessionctl mon\t", until: " audiosessionctl monitor")
    try type("\u{15}audiosessionctl explain mu\t", until: " audiosessionctl explain music")
    try type("\u{15}audiosessionctl explain my\t", until: #"explain my\ player"#)
    try type("\u{15}audiosessionctl list --socket socket2\tx", until: "--socket socket2 x")
    try type("\u{15}audiosessionctl timeline hall=socket2\tx", until: " hall=socket2 x")
    try type("\u{15}audiosessionctl explain \t", until: "session 1: inactive")
    terminal.type("\u{15}exit\r")
    #expect(try shell.wait() == 0)
  }
}
