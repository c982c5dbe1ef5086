import Foundation
import TestSupport
import Testing

/// `Sources/Python/linux_voice_assistant`: its own tests, against the daemon that was built and a
/// server that speaks like linux-voice-assistant, and its types.
///
/// Only Debian's Python sees Debian's package of WebSockets, and the recipe's unit runs that one.
struct AdapterTests {
  private static let python = "/usr/bin/python3"
  private static let lack: Comment = "python3-websockets is not installed"
  private static let tests = "Tests/System/PythonTests/adapter"
  private static let program = "Sources/Python/linux_voice_assistant"

  private static let hasWebSockets =
    (try? Checkout.run([python, "-c", "import websockets"]).status) == 0

  @Test(.enabled(if: hasWebSockets, lack), arguments: ["test_assistant", "test_adapter"])
  func `the tests of the adapter for linux-voice-assistant pass`(module: String) throws {
    let folders = ["Sources/Python", "Tests/System/PythonTests/programs"]
    let ended = try Checkout.run(
      [
        "env", "--chdir=\(Checkout.path(Self.tests))", "--unset=AUDIOSESSION_SOCKET", Self.python,
        "-X", "dev", "-W", "error", "-m", "unittest", module,
      ],
      environment: [
        "PYTHONPATH": folders.map(Checkout.path).joined(separator: ":"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "AUDIOSESSIOND": try Spawn.path(ofBuilt: "audiosessiond"),
      ]
    )
    #expect(ended.status == 0, "\(ended.text)")
    #expect(ended.text.contains(/Ran [1-9][0-9]* tests? in/), "\(ended.text)")
  }

  @Test(.enabled(if: hasWebSockets && Checkout.has("mypy"), "mypy or WebSockets aren't installed"))
  func `mypy has nothing to say of the adapter, down to Python 3_9`() throws {
    let folder = try TemporaryDirectory()
    for version in ["3.9", "3.11"] {
      let said = try Checkout.run(
        [
          "mypy", "--strict", "--python-version", version, "--cache-dir", folder.path,
          "\(Self.program)/__main__.py", "\(Self.program)/assistant.py",
          "Tests/System/PythonTests/programs/support.py", Self.tests,
        ],
        environment: ["MYPYPATH": Checkout.path("Sources/Python")]
      )
      #expect(said.status == 0, "\(version): \(said.text)")
    }
  }

  @Test(arguments: [(program, 200), (tests, 400)])
  func `files are short: lines that aren't blank, and columns`(
    folder: String,
    limit: Int
  ) throws {
    let files = try Checkout.names(in: folder).filter { $0.hasSuffix(".py") }
    #expect(files.count > 1)
    for file in files {
      let lines = try Checkout.text("\(folder)/\(file)").split(separator: "\n")
      #expect(lines.count <= limit, "\(file)")
      #expect(lines.filter { $0.count > 100 } == [], "\(file)")
    }
  }
}
