import AudioSession
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Foundation
import TestSupport
import Testing

/// The catalogue's programs: what they say is compiled here, and does what the pages say.
@Suite(.timeLimit(.minutes(2))) struct DocumentationTests {
  @Test func `every program in the pages is compiled`() throws {
    let file = "Tests/Unit/AudioSessionTests/DocumentedPrograms.swift"
    let compiled = Catalogue.lines(of: try Checkout.text(file))
    let programs = try Catalogue.programs(in: "Sources/AudioSession/AudioSession.docc")
    for (page, program) in programs {
      // Sessions are handed over, so that the tests can say where the daemon is.
      let wanted = program.filter {
        !$0.hasPrefix("let session = Session(") && !$0.hasPrefix("let reader = Session(")
      }
      #expect(compiled.firstRange(of: wanted) != nil, "\(page): \(program.first ?? "")")
    }
    #expect(programs.count == 7)
  }

  @Test func `the pages convert without a warning, and the arguments of configure have theirs`()
    throws
  {
    let folder = try TemporaryDirectory()
    let output = folder.path(of: "documentation")
    let converted = try Checkout.run([".ci/documentation", output, Checkout.programs])
    #expect(converted.status == 0, "\(converted.text)")
    let page = try String(
      contentsOfFile: "\(output)/AudioSession.doccarchive/data/documentation/audiosession/session/"
        + "configure(_:mode:options:).json",
      encoding: .utf8
    )
    for name in ["Category", "Mode", "CategoryOptions"] {
      let link = "doc:\\/\\/audiosession.AudioSession\\/documentation\\/AudioSession\\/\(name)"
      #expect(page.contains("\"\(link)\""), "\(name)")
    }
  }

  @Test func `the README's program is what it says, and plays on where no daemon is`() throws {
    let readme = try Checkout.text("README.md")
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let text = try #require(blocks.first { $0.hasPrefix("import AudioSession\n") })
    let folder = try TemporaryDirectory()
    let source = folder.path(of: "main.swift")
    let program = folder.path(of: "player")
    try text.write(toFile: source, atomically: true, encoding: .utf8)
    let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    let compiled = try run([
      "sh", "-euc",
      """
      cd "$0"
      source=$1 program=$2 sources=$3
      # By the names of the sources: of a file that has gone the build leaves its object.
      set --
      for module in AudioSession AudioSessionSchema AudioSessionTypes AudioSessionJSON \
        AudioSessionWire AudioSessionClient AudioSessionSystem CAudioSessionLinux; do
        for file in $(find "$sources/$module" -name '*.swift' -o -name '*.c'); do
          set -- "$@" "$module.build/${file##*/}.o"
        done
      done
      exec swiftc -swift-version 6 -warnings-as-errors -I Modules \
        -Xcc -fmodule-map-file=CAudioSessionLinux.build/module.modulemap \
        "$source" -o "$program" "$@"
      """, built, source, program, Checkout.path("Sources"),
    ])
    #expect(compiled == "", "\(compiled)")
    // It has no end of its own. Its first line is what it comes to without a daemon.
    let first = try run(
      [
        "sh", "-c",
        """
        mkfifo "$1"
        stdbuf -oL "$0" > "$1" 2>&1 &
        read -r line < "$1"
        echo "$line"
        exec 2> /dev/null
        kill $!
        wait
        """, program, folder.path(of: "said"),
      ],
      environment: ["AUDIOSESSION_SOCKET": folder.path(of: "socket")]
    )
    #expect(first == "playing\n")
  }

  /// What a program of the search path prints, errors among the rest.
  private func run(_ words: [String], environment: [String: String] = [:]) throws -> String {
    try Checkout.run(words, environment: environment).text
  }

  @Test func `a player stops for a call and goes on after it`() async throws {
    var configuration = DaemonConfiguration()
    configuration.grants["phoneCall"] = DaemonConfiguration.Holders(users: [getuid()])
    let daemon = try TestDaemon(configuration)
    let session = Session(name: "player", socketPath: daemon.socketPath)
    let events = session.events()
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

  @Test func `the programs that wait wait, and say what they have to say`() async throws {
    let daemon = try TestDaemon()
    let session = Session(socketPath: daemon.socketPath)
    try await playAfterwards(session)
    #expect(session.status.state == .active)
    var said: [String] = []
    try await announce(session) { said.append("\(session.status.isPlaying) \($0)") }
    #expect(said == ["true The tea is ready."] && session.status.state == .inactive)
  }

  @Test func `the overview's programs play, and play without a daemon`() async throws {
    let daemon = try TestDaemon()
    let session = Session(socketPath: daemon.socketPath)
    try await playSomething(with: session)
    #expect(session.status.isPlaying)
    let reader = Session(
      application: "desktop",
      zone: .everywhere,
      socketPath: daemon.socketPath
    )
    try await readAloud(with: reader)
    #expect(try await session.refresh().state == .active)
    #expect(session.status.gain == 0.2)
    let folder = try TemporaryDirectory()
    let lonely = Session(socketPath: folder.path(of: "socket"))
    #expect(try await Attempt(lonely).playedWithoutSession)
  }
}
