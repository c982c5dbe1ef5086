import AudioSessionJSON
import AudioSessionSchema
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// What `Clients.md` shows was run, and still comes out so.
@Suite(.tags(.process), .serialized) struct ClientsPageTests {
  private static let hasTools = ["socat", "jq", "bash"].allSatisfy(isInstalled)

  private static func isInstalled(_ tool: String) -> Bool {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + tool)
    }
  }

  /// A command of the page, and what it prints there.
  private struct Example {
    var command: String
    var output: [String]
  }

  @Test(.enabled(if: hasTools, "socat, jq or bash is not installed"))
  func `every command of the page prints what the page says, a second time too`() throws {
    let examples = try examples()
    #expect(examples.count == 9)
    let daemon = try TestDaemon()
    for _ in 1...2 {
      for example in examples {
        #expect(try run(example.command, at: daemon.socketPath) == example.output)
      }
    }
  }

  @Test func `every notification is shown as the daemon sends it`() throws {
    let shown = try page().compactMap { line -> JSONValue? in
      guard line.hasPrefix("    {\"jsonrpc\":\"2.0\",\"method\"") else { return nil }
      return try JSONValue(parsing: Array(line.utf8.dropFirst(4)).span)
    }
    let names = Set(shown.compactMap { $0["method"]?.string })
    #expect(names == Set(NotificationMethod.allCases.map(\.rawValue)))
    for message in shown {
      let method = try #require(message["method"]?.string.flatMap(NotificationMethod.init))
      let members = Set(message["params"]?.members?.map(\.name) ?? [])
      let described = method.specification.parameters
      let known = Set(["epoch", "seq"] + described.map(\.name))
      let required = Set(["epoch", "seq"] + described.filter(\.isRequired).map(\.name))
      #expect(members.isSubset(of: known) && members.isSuperset(of: required), "\(method)")
    }
  }

  @Test(
    .enabled(if: isInstalled("python3"), "python3 is not installed"),
    arguments: ["A whole client", "In Python"]
  )
  func `R49: the page's client stays silent after a restart in a call, and plays on after another`(
    heading: String
  ) throws {
    let daemon = try TestDaemon()
    let player = try Player(try client(heading), at: daemon.socketPath)
    #expect(try player.nextLine() == "playing at 1")
    var phone = try daemon.connect()
    var call = try phone.play(["category": "playAndRecord", "priority": "phoneCall"])
    #expect(try player.nextLine() == "silent")

    try daemon.restart()
    phone = try daemon.connect()
    try awaitPlayer("inactive", phone)
    call = try phone.play(["category": "playAndRecord", "priority": "phoneCall"])
    #expect(try states(phone) == ["player": "inactive", "?": "active"])
    // Its user insists: beside the call it plays softly (R9).
    try player.type("play")
    #expect(try player.nextLine() == "playing at 0.2")
    _ = try phone.granted("session.deactivate", ["session": call])
    #expect(try player.nextLine() == "playing at 1")

    try daemon.restart()
    phone = try daemon.connect()
    try awaitPlayer("active", phone)
    try player.type("pause")
    #expect(try player.nextLine() == "silent")
    try player.type("play")
    #expect(try player.nextLine() == "playing at 1")
  }

  @Test(.enabled(if: isInstalled("python3"), "python3 is not installed"))
  func `a reply and what comes behind it are acted on in their order`() throws {
    let interrupter = try ScriptedDaemon()
    let right = try Player(try client(), at: interrupter.path)
    #expect(try [right.nextLine(), right.nextLine()] == ["playing at 1", "silent"])
    // As by a future that somebody awaits: the reader goes on before the reply is acted on.
    let reader = "self.replies.pop(message[\"id\"])("
    let later = "asyncio.get_running_loop().call_soon(self.replies.pop(message[\"id\"]), "
    let wrong = try client().replacing(reader, with: later)
    #expect(wrong.contains(later))
    let another = try ScriptedDaemon()
    let racing = try Player(wrong, at: another.path)
    #expect(try [racing.nextLine(), racing.nextLine()] == ["silent", "playing at 1"])
  }

  @Test(
    .enabled(if: isInstalled("python3"), "python3 is not installed"),
    arguments: ["A whole client", "In Python"]
  )
  func `without a daemon the page's client plays as it always did`(heading: String) throws {
    let player = try Player(try client(heading), at: "/nowhere/socket")
    #expect(try player.nextLine() == "playing at 1")
    try player.type("pause")
    #expect(try player.nextLine() == "silent")
  }

  private func page() throws -> [String] {
    try Checkout.text("Sources/AudioSessionWire/AudioSessionWire.docc/Clients.md")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The indented blocks that begin with a prompt; a command goes on behind a backslash, and up to
  /// the `END` of what it has as its input.
  private func examples() throws -> [Example] {
    var found: [Example] = []
    var isCommand = false
    var isExample = false
    for line in try page() {
      guard line.hasPrefix("    ") else {
        isExample = false
        continue
      }
      let text = line.dropFirst(4)
      if text.hasPrefix("$ ") {
        found.append(Example(command: String(text.dropFirst(2)), output: []))
        isCommand = text.hasSuffix("\\") || text.hasSuffix("<<'END'")
        isExample = true
      } else if isCommand, let last = found.indices.last {
        found[last].command += "\n" + text
        let isInput = found[last].command.contains("<<'END'\n")
        isCommand = isInput ? text != "END" : text.hasSuffix("\\")
      } else if isExample, let last = found.indices.last {
        found[last].output.append(String(text))
      }
    }
    return found
  }

  @Test func `the example of the Python client is the one in its folder`() throws {
    let shown = try client("In Python")
    #expect(shown == (try Checkout.text("Sources/Python/example.py")))
  }

  @Test(.enabled(if: isInstalled("python3"), "python3 is not installed"))
  func `the page's announcement lowers what plays while it speaks`() throws {
    let daemon = try TestDaemon()
    let music = try daemon.connect()
    let number = try music.play(["name": "music", "category": "playback"])
    let lines = try page().drop { !$0.hasPrefix("    import subprocess") }
      .prefix { $0.isEmpty || $0.hasPrefix("    ") }
    let program = lines.map { String($0.dropFirst(4)) }.joined(separator: "\n")
    let folder = try TemporaryDirectory()
    _ = try folder.writeProgram(
      "#!/bin/sh\necho \"$1\"\nexec \(Spawn.path(ofBuilt: "audiosessionctl")) -j list\n",
      to: "espeak-ng"
    )
    let said = try Checkout.run(
      ["env", "PATH=\(folder.path):\(Spawn.searchPath)", "python3", "-c", program],
      environment: [
        "AUDIOSESSION_SOCKET": daemon.socketPath, "PYTHONPATH": Checkout.path("Sources/Python"),
        "PYTHONDONTWRITEBYTECODE": "1",
      ]
    )
    let spoken = said.text.split(separator: "\n").map(String.init)
    #expect(said.status == 0 && spoken.first == "The tea is ready.", "\(said.text)")
    let list = try JSONValue(parsing: Array(try #require(spoken.last).utf8).span)
    let gains = list["sessions"]?.array?.compactMap { $0["gain"]?.double }
    #expect(gains == [0.2, 1])
    _ = try music.granted("session.close", ["session": number])
  }

  /// The program under a heading of the page.
  private func client(_ heading: String = "A whole client") throws -> String {
    let lines = try page()
    let start = try #require(lines.firstIndex(of: "## \(heading)"))
    let block = lines[start...].drop { !$0.hasPrefix("    ") }
      .prefix { $0.isEmpty || $0.hasPrefix("    ") }
    let text = block.map { String($0.dropFirst(4)) }.joined(separator: "\n")
    return text.trimmingCharacters(in: .newlines) + "\n"
  }

  private func run(_ command: String, at socketPath: String) throws -> [String] {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.environment = ProcessInfo.processInfo.environment.merging([
      "AUDIOSESSION_SOCKET": socketPath
    ]) { $1 }
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    let text = try #require(String(bytes: bytes, encoding: .utf8))
    return text.split(separator: "\n").map(String.init)
  }

  /// Waits until the client has a session again, in this state.
  private func awaitPlayer(_ state: String, _ connection: ClientConnection) throws {
    let start = try connection.granted("events.subscribe", ["scope": "all"])
    var sessions = start["sessions"]?.array ?? []
    while !sessions.contains(where: { $0["name"] == "player" && $0["state"] == .string(state) }) {
      let line = try #require(try connection.nextLine())
      let message = try JSONValue(parsing: Array(line.utf8).span)
      sessions = message["params"]?["changes"]?.array ?? []
    }
    _ = try connection.granted("events.subscribe", ["scope": "none"])
  }

  private func states(_ connection: ClientConnection) throws -> [String: String] {
    let sessions = try connection.granted("session.list", [:])["sessions"]?.array ?? []
    return sessions.reduce(into: [:]) {
      $0[$1["name"]?.string ?? "?"] = $1["state"]?.string
    }
  }
}

/// The page's client as a process: what is typed goes in, what is to be heard comes out.
private final class Player {
  private let process = Process()
  private let typed = Pipe()
  private let output = Pipe()
  private var received = ""

  init(_ program: String, at socketPath: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "AUDIOSESSION_SOCKET": socketPath, "PYTHONPATH": Checkout.path("Sources/Python"),
      "PYTHONDONTWRITEBYTECODE": "1",
    ]) { $1 }
    process.standardInput = typed
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    // What it inherited may keep it from hearing of anything gentler.
    kill(process.processIdentifier, SIGKILL)
  }

  func type(_ word: String) throws {
    try typed.fileHandleForWriting.write(contentsOf: Data("\(word)\n".utf8))
  }

  func nextLine() throws -> String {
    while true {
      if let end = received.firstIndex(of: "\n") {
        defer { received.removeSubrange(...end) }
        return String(received[..<end])
      }
      let number = output.fileHandleForReading.fileDescriptor
      try Patience.wait(for: POLLIN, on: number, "a line of the player")
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw ProcessFault("the player has ended") }
      received += String(decoding: data, as: UTF8.self)
    }
  }
}

/// A daemon that grants an activation and interrupts it in the same breath.
private final class ScriptedDaemon {
  let path: String
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "socket")
    let listener = try listener(at: path)
    // It ends with its one client.
    Thread { ScriptedDaemon.serve(listener) }.start()
  }

  private static func serve(_ listener: CInt) {
    let client = accept(listener, nil, nil)
    close(listener)
    var splitter = LineSplitter(lineBytes: .max)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(client, &buffer, buffer.count)
      guard count > 0 else { break }
      splitter.append(buffer.span.extracting(first: count))
      while case .line(let range)? = splitter.next() {
        let line = splitter.bytes.span.extracting(range)
        guard let request = try? JSONValue(parsing: line) else { break }
        let text = answer(to: request)
        _ = text.withCString { send(client, $0, strlen($0), CInt(MSG_NOSIGNAL)) }
      }
    }
    close(client)
  }

  private static func answer(to request: JSONValue) -> String {
    func reply(_ result: JSONValue) -> String {
      let message: JSONValue = ["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result]
      return message.text + "\n"
    }
    switch request["method"]?.string {
    case "hello": return reply(["epoch": "e"])
    case "session.open": return reply(["session": 1, "state": "inactive", "gain": 1])
    case "session.activate":
      let began: JSONValue = [
        "jsonrpc": "2.0", "method": "session.interruption",
        "params": ["epoch": "e", "seq": 9, "session": 1, "type": "began", "reason": "default"],
      ]
      return reply(["session": 1, "state": "active", "gain": 1, "playing": true, "seq": 8])
        + began.text + "\n"
    default: return reply([:])
    }
  }
}
