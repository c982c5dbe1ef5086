import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// Files that are wrong, that take their time, and that not everybody can read.
@Suite(.tags(.process)) struct ConfigurationTests {
  @Test func `at start a wrong file is left out, loudly, and the daemon serves by the others`()
    throws
  {
    let daemon = try UserDaemon()
    let wrong = "\(daemon.dropIns)/50-wrong.conf"
    try write("[Policy]\nDuckRamp=2s\n", to: daemon.file)
    try write("[Policy]\nUnduckRamp=2s\nDuckGain=loud\n", to: wrong)
    // Nobody's service and nobody's journal: each line comes as it is.
    let said = try daemon.start()
    let fault = "\(wrong):3: DuckGain=loud: expected a number, 0 to 1, or decibels such as -12dB"
    let consequence = "\(wrong) is ignored; the rest of the configuration is in force"
    #expect(said.dropLast() == [fault, consequence])
    let client = try ClientConnection(to: daemon.socket)
    let policy = try client.granted("policy.get")["policy"]
    #expect(policy?["duckRampMilliseconds"]?.integer == 2000)
    #expect(policy?["unduckRampMilliseconds"]?.integer == 1000)
    let status = try client.granted("server.status")
    #expect(status["configurationFaults"] == [.string(fault)])
  }

  @Test func `the manager is told of a wrong file, first at start and then at a reload`() throws {
    let manager = try FakeManager("[Policy]\nDuckRamp=2s\n")
    try manager.start()
    let client = try manager.connect()
    let before = try client.granted("server.status")
    #expect(before["configurationFaults"] == [])
    let path = manager.configurationPath
    try write("[Policy]\nDuckRamp=3s\nDuckGain=2\n", to: path)
    manager.process?.send(SIGHUP)
    let status = "configuration wrong at \(path):3; 0 sessions on 1 connection, none active"
    try manager.expect(["READY": "1", "STATUS": status])
    let policy = try client.granted("policy.get")["policy"]
    #expect(policy?["duckRampMilliseconds"]?.integer == 2000)
    let refused = try client.granted("server.status")
    #expect(
      refused["configurationFaults"] == [.string("\(path):3: DuckGain=2: expected at most 1")]
    )
    #expect(refused["configurationReadAt"] == before["configurationReadAt"])
    #expect(refused["configurationReadAt"]?.string != nil)
    try write("[Policy]\nDuckRamp=3s\n", to: path)
    manager.process?.send(SIGHUP)
    try manager.expect(["READY": "1", "STATUS": "0 sessions on 1 connection, none active"])
    let taken = try client.granted("server.status")
    #expect(taken["configurationFaults"] == [])
    #expect(taken["configurationReadAt"] != before["configurationReadAt"])
  }

  @Test func `a file that doesn't come keeps nobody waiting, and no reload is lost or doubled`()
    throws
  {
    let manager = try FakeManager("[Policy]\nDuckGain=0.5\n")
    try manager.start()
    let client = try manager.connect()
    func gain() throws -> Double? {
      try client.granted("policy.get")["policy"]?["duckGain"]?.double
    }
    unlink(manager.configurationPath)
    #expect(mkfifo(manager.configurationPath, 0o600) == 0)
    try manager.dropMessages()
    manager.process?.send(SIGHUP)
    try manager.expect(["RELOADING": "1"])
    #expect(try gain() == 0.5)
    for _ in 0..<2 {
      manager.process?.send(SIGHUP)
      try manager.expect(["RELOADING": "1"])
    }
    #expect(try client.isServed())
    #expect(!manager.messages.contains { $0.has(["READY": "1"]) })
    // The first reading ends, and the one that was asked for meanwhile begins.
    try give("[Policy]\nDuckGain=0.25\n", manager.configurationPath)
    // Until it has closed the pipe, in which the next text would be taken for the rest of this one.
    for _ in 0..<100_000 { if try gain() == 0.25 { break } }
    try give("[Policy]\nDuckGain=0.125\n", manager.configurationPath)
    try manager.expect(["READY": "1"])
    #expect(try gain() == 0.125)
    // Nobody reads any more: it wasn't done a third time.
    #expect(open(manager.configurationPath, O_WRONLY | O_NONBLOCK | O_CLOEXEC) < 0)
    #expect(errno == ENXIO)
    #expect(try manager.end(SIGTERM) == 0)
    let said = try String(contentsOfFile: manager.messagesPath, encoding: .utf8)
    #expect(said.components(separatedBy: "the configuration was read again").count == 3)
  }

  @Test func `a stop doesn't wait for a file that doesn't come`() throws {
    let manager = try FakeManager()
    try manager.start()
    unlink(manager.configurationPath)
    #expect(mkfifo(manager.configurationPath, 0o600) == 0)
    manager.process?.send(SIGHUP)
    try manager.expect(["RELOADING": "1"])
    #expect(try manager.end(SIGTERM) == 0)
  }

  @Test func `the manual's example does what it says`() throws {
    let text = try Checkout.text("Sources/Manual/audiosessiond.conf.5")
    let example = try #require(
      text.firstMatch(of: /(?s)\n\.Sh EXAMPLES\n.*?\n\.Bd [^\n]*\n(.*?)\n\.Ed\n/)
    )
    let daemon = try TestDaemon(text: String(example.output.1), in: TemporaryDirectory())
    let player = try daemon.connect()
    let music = try player.play(["category": "playback"])
    let process = try ClientProcess(user: 0, group: 0)
    let clock = try process.connect(to: daemon.socketPath)
    let alarm = try clock.open(["category": "playback", "priority": "alarm"])
    try clock.granted("session.activate", ["session": alarm])
    let lowered = try player.granted("session.get", ["session": music])
    #expect(lowered["state"] == "active")
    #expect(lowered["gain"]?.double == 0.1)
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Writes to a pipe with a name, as soon as somebody reads from it.
  private func give(_ text: String, _ path: String) throws {
    let pipe = try #require(FileHandle(forWritingAtPath: path))
    try pipe.write(contentsOf: Data(text.utf8))
    try pipe.close()
  }
}

/// A user's daemon with a configuration home of its own, whose files may be wrong.
private final class UserDaemon {
  let socket: String
  let file: String
  let dropIns: String
  private let folder: TemporaryDirectory
  private var process: ChildProcess?

  init() throws {
    folder = try TemporaryDirectory()
    socket = folder.path(of: "run/audiosession/socket")
    file = folder.path(of: "config/audiosession/audiosessiond.conf")
    dropIns = "\(file).d"
    for path in [folder.path(of: "run/audiosession"), dropIns] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  /// Starts it, and returns all lines that it says until it listens.
  func start() throws -> [String] {
    let said = Pipe()
    process = try ChildProcess(
      "audiosessiond",
      ["--user"],
      descriptors: [2: said.fileHandleForWriting.fileDescriptor],
      environment: [
        "XDG_RUNTIME_DIR": folder.path(of: "run"), "XDG_CONFIG_HOME": folder.path(of: "config"),
      ]
    )
    try said.fileHandleForWriting.close()
    var text = ""
    while !text.contains(/listening on .*\n/) {
      let data = said.fileHandleForReading.availableData
      guard !data.isEmpty else { throw ProcessFault("it ended: \(text)") }
      text += String(decoding: data, as: UTF8.self)
    }
    return text.split(separator: "\n").map(String.init)
  }
}
