import AudioSession
import AudioSessionTypes
import AudioSessionWire
import Foundation
import TestSupport
import Testing

/// The catalogue's programs: what they say is compiled here, and does what the pages say.
@Suite(.timeLimit(.minutes(2))) struct DocumentationTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let pages = tests.appending(
    path: "../../Sources/AudioSession/AudioSession.docc"
  )

  @Test func `every program in the pages is compiled`() throws {
    let file = Self.tests.appending(path: "DocumentedPrograms.swift")
    let compiled = try lines(String(contentsOf: file, encoding: .utf8))
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.pages.path) {
      let page = try String(contentsOf: Self.pages.appending(path: name), encoding: .utf8)
      for block in page.components(separatedBy: "```swift\n").dropFirst() {
        let program = lines(block.components(separatedBy: "```")[0])
        // Sessions are handed over, so that the tests can say where the daemon is.
        let wanted = program.filter { $0 != #"let session = Session(name: "player")"# }
        #expect(compiled.firstRange(of: wanted) != nil, "\(name): \(program.first ?? "")")
        count += 1
      }
    }
    #expect(count == 4)
  }

  /// The lines that say something, without indentation; what a program's frame adds may come after.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  @Test func `a player stops for a call and goes on after it`() async throws {
    var configuration = DaemonConfiguration()
    configuration.grants["phoneCall"] = DaemonConfiguration.Holders(users: [getuid()])
    let daemon = try TestDaemon(configuration)
    let session = Session(name: "player", socketPath: daemon.socketPath)
    let events = session.events
    let player = try await start(session)
    let phone = try Stranger(daemon, "phone", ["priority": "phoneCall"])
    try phone.activate()
    for await event in events { if case .interruptionBegan = event { break } }
    #expect(session.status.state == .interrupted)
    let other = Session(socketPath: daemon.socketPath)
    #expect(try await Attempt(other).waitedFor == "phone")
    try phone.deactivate()
    for await event in events where event == .didBecomeActive { break }
    _ = try await session.refresh()
    #expect(session.status.state == .active)
    try await player.pause()
    await session.close()
  }

  @Test func `the overview's programs play, and play without a daemon`() async throws {
    let daemon = try TestDaemon()
    let session = Session(socketPath: daemon.socketPath)
    try await playSomething(with: session)
    #expect(session.status.isPlaying)
    let folder = try TemporaryDirectory()
    let lonely = Session(socketPath: folder.path(of: "socket"))
    #expect(try await Attempt(lonely).playedWithoutSession)
  }
}
