import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// What the names of others do to whoever completes them: nothing but name their sessions.
@Suite(.tags(.process), .timeLimit(.minutes(10))) struct CompletionNameTests {
  /// A name, and whether it is a word to every shell, within quotes and without.
  private static let names: [(name: String, isWord: Bool)] = [
    ("mpd", true), ("my player", true), (" a  b ", true), ("a:b=c", true), ("=ls", true),
    ("x@y/z+1,2.%d_-e", true), ("ナビ", true), ("é", true), ("🎵 radio", true),
    ("mpd$(touch pwned)", false), ("mpd`touch pwned`", false), ("mpd(touch pwned)", false),
    ("vlc';touch pwned;:'x", false), (#"vlc";touch pwned;:"x"#, false), (";touch pwned", false),
    ("a&touch pwned", false), ("a|touch pwned", false), (#"\";touch pwned;\""#, false),
    (#"a\"#, false), (#"\'"#, false), ("$HOME", false), ("${HOME}", false), ("~", false),
    ("~root", false), ("*", false), ("?", false), ("[a-z]", false), ("{a,b}", false),
    ("!!", false), ("a!touch", false), ("^a^b", false), ("#a", false), ("a>pwned", false),
    ("<pwned", false), ("-rf", false), ("--help", false), ("7", false), ("+7", false),
    ("a\u{202E}b", false), ("\u{AD}\u{3164}", false), ("\u{F600}", false),
  ]

  private let daemon: TestDaemon
  private let client: ClientConnection
  private let folder: TemporaryDirectory

  init() throws {
    daemon = try TestDaemon()
    client = try daemon.connect()
    folder = try TemporaryDirectory()
    for shell in ["bash", "zsh", "fish"] {
      let script = try Finished.control(["completion", shell], at: "/nowhere")
      try folder.write(script.output, to: shell)
    }
    try folder.write(Data(), to: "home/ran")
    // It completes like the program, and notes what else it is to do.
    _ = try folder.writeProgram(
      """
      #!/bin/sh
      if [ "$1" = completion ]; then exec '\(Spawn.path(ofBuilt: "audiosessionctl"))' "$@"; fi
      printf '<%s>' "$@" >> ../home/ran
      echo >> ../home/ran
      echo "line $(wc -l < ../home/ran)."
      """,
      to: "audiosessionctl"
    )
  }

  private func start(
    _ shell: String,
    _ options: [String],
    on terminal: PseudoTerminal
  ) throws
    -> ChildProcess
  {
    let process = try terminal.start(
      Spawn.path(of: shell),
      options + ["-i"],
      environment: [
        "AUDIOSESSION_SOCKET": daemon.socketPath, "LC_ALL": "C.UTF-8",
        "HOME": "\(folder.path)/home",
        "PATH": "\(folder.path):\(Spawn.searchPath)", "TERM": "dumb", "PS1": "$ ",
      ]
    )
    let completes = shell == "zsh" ? "autoload -U compinit && compinit -u -D; " : ""
    terminal.type("cd ~; \(completes)source ../\(shell); echo r''eady\r")
    try terminal.wait("ready") { $0.text.contains("\nready") }
    return process
  }

  /// What the line does that begins so and is completed.
  private func ran(_ line: String, _ number: Int, on terminal: PseudoTerminal) throws -> String? {
    terminal.type("\(line)\t\r")
    try terminal.wait("line \(number)") { $0.text.contains("line \(number).") }
    let lines = try String(contentsOfFile: folder.path(of: "home/ran"), encoding: .utf8)
    return lines.split(separator: "\n").last.map(String.init)
  }

  private static let shells = ["bash --norc --noprofile", "zsh -f", "fish --no-config"]

  /// Starts a shell for `body`, unless there is none; nothing that `body` completes is to be run.
  private func withTerminal(_ shell: String, _ body: (PseudoTerminal) throws -> Void) throws {
    let words = shell.split(separator: " ").map(String.init)
    guard (try? Spawn.path(of: words[0])) != nil else { return }
    let terminal = try PseudoTerminal(columns: 100, rows: 20)
    let process = try start(words[0], Array(words.dropFirst()), on: terminal)
    try body(terminal)
    terminal.type("exit\r")
    #expect(try process.wait() == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "home"))
    #expect(!files.contains("pwned"))
  }

  @Test(arguments: shells, ["", "\"", "'"])
  func `a name is completed to what names its session, and nothing of it is run`(
    shell: String,
    quote: String
  ) throws {
    try withTerminal(shell) { terminal in
      for (count, (name, isWord)) in Self.names.enumerated() {
        let session = try client.open(["category": "playback", "name": .string(name)])
        let ran = try ran("audiosessionctl show \(quote)", count + 1, on: terminal)
        #expect(ran == "<show><\(isWord ? name : session.text)>", "\(name.debugDescription)")
        try client.granted("session.close", ["session": session])
      }
    }
  }

  @Test(arguments: shells, ["", "\"", "'"])
  func `a partly typed zone, lease or file: completed to its whole name`(
    shell: String,
    quote: String
  ) throws {
    let file = "e$(touch pwned)`touch pwned`;x\"y"
    try folder.write(Data(), to: "home/\(file)")
    for zone in ["my zone", "my$(touch pwned)", "my;touch pwned"] {
      _ = try client.open(["category": "playback", "name": "a", "zone": .string(zone)])
    }
    for name in ["my lease", "my$(touch pwned)"] {
      let lease: JSONValue = ["leaseName": .string(name), "ttlSeconds": 3600]
      _ = try client.open(["category": "playback", "name": "b", "lease": lease])
    }
    let lines = [
      ("monitor --zone \(quote)my", "<monitor><--zone><my zone>"),
      ("monitor --zone=\(quote)my", "<monitor><--zone=my zone>"),
      ("hold \(quote)my", "<hold><my lease>"), ("renew \(quote)my", "<renew><my lease>"),
      ("release \(quote)m", "<release><my lease>"),
      ("list --socket \(quote)e", "<list><--socket><\(file)>"),
    ]
    try withTerminal(shell) { terminal in
      for (count, (line, wanted)) in lines.enumerated() {
        let ran = try ran("audiosessionctl \(line)", count + 1, on: terminal)
        #expect(ran == wanted, "\(line)")
      }
    }
  }
}
