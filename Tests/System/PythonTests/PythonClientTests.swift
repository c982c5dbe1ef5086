import Foundation
import TestSupport
import Testing

/// `Sources/Python/audiosession.py`: its own tests, against the daemon that was built, and its types.
struct PythonClientTests {
  private static let hasPython = Python.isInstalled("python3")

  @Test(
    .enabled(if: hasPython, "python3 is not installed"),
    arguments: ["test_order", "test_faults", "test_async", "test_blocking", "test_example"]
  )
  func `the tests of the Python client pass, and nothing is left open`(module: String) throws {
    let ended = try Python.run(
      ["-X", "dev", "-W", "error", "-m", "unittest", module],
      in: Checkout.path("Tests/System/PythonTests/programs"),
      environment: ["AUDIOSESSIOND": try Spawn.path(ofBuilt: "audiosessiond")]
    )
    #expect(ended.status == 0, "\(ended.text)")
    // What is collected while in use is reported so, and not as a failure.
    let reports = ["Exception ignored", "never retrieved", "was destroyed but it is pending"]
    #expect(!reports.contains { ended.text.contains($0) }, "\(ended.text)")
    #expect(ended.text.contains(/Ran [1-9][0-9]* tests? in/), "\(ended.text)")
  }

  @Test func `its version is that of the programs`() throws {
    let programs = try Checkout.text("Sources/AudioSessionWire/Version.swift")
    let version = try #require(programs.firstMatch(of: /let version = ("[^"]+")/)?.output.1)
    let client = try Checkout.text("Sources/Python/audiosession.py")
    #expect(client.contains("\n__version__ = \(version)\n"))
  }

  @Test(.enabled(if: Python.isInstalled("mypy"), "mypy is not installed"))
  func `mypy has nothing to say, down to Python 3_9`() throws {
    let folder = try TemporaryDirectory()
    for version in ["3.9", "3.11"] {
      let said = try Checkout.run([
        "mypy", "--strict", "--python-version", version, "--cache-dir", folder.path,
        "Sources/Python/audiosession.py", "Sources/Python/example.py",
        "Tests/System/PythonTests/programs",
      ])
      #expect(said.status == 0, "\(version): \(said.text)")
    }
  }

  @Test func `no line is longer than 100 columns, and the example is of at most 40 lines`() throws {
    let folders = ["Sources/Python", "Tests/System/PythonTests/programs"]
    let files = try folders.flatMap { folder in
      try Checkout.names(in: folder).filter { $0.hasSuffix(".py") }.map { "\(folder)/\($0)" }
    }
    #expect(files.count > 5)
    for file in files {
      let lines = try Checkout.text(file).split(separator: "\n")
      let long = lines.filter { $0.count > 100 }
      #expect(long == [], "\(file)")
      // Blank lines don't count: `split` leaves them out.
      if file.hasSuffix("/example.py") { #expect(lines.count <= 40) }
    }
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `only the standard library is imported`() throws {
    let program = """
      import ast, sys
      found = set()
      for node in ast.walk(ast.parse(open("Sources/Python/audiosession.py").read())):
          if isinstance(node, ast.Import): found |= {name.name.split(".")[0] for name in node.names}
          if isinstance(node, ast.ImportFrom): found.add(node.module.split(".")[0])
      print(sorted(found - set(sys.stdlib_module_names)))
      """
    #expect(try Python.run(["-c", program], in: Checkout.root).text == "[]\n")
  }
}

/// Running Python with the client of this checkout.
private enum Python {
  static func isInstalled(_ program: String) -> Bool {
    (try? Spawn.path(of: program)) != nil
  }

  static func run(
    _ words: [String],
    in folder: String,
    environment: [String: String] = [:]
  ) throws -> (status: Int32, text: String) {
    let settings = [
      "PYTHONPATH": Checkout.path("Sources/Python"), "PYTHONDONTWRITEBYTECODE": "1",
    ]
    return try Checkout.run(
      ["env", "--chdir=\(folder)", "--unset=AUDIOSESSION_SOCKET", "python3"] + words,
      environment: settings.merging(environment) { $1 }
    )
  }
}
