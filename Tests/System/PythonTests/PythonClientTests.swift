import Foundation
import TestSupport
import Testing

/// `Sources/Python`: its own tests, against the daemon that was built, its types and its packaging.
struct PythonClientTests {
  private static let hasPython = Python.isInstalled("python3")

  @Test(
    .enabled(if: hasPython, "python3 is not installed"),
    arguments: [
      "test_order", "test_faults", "test_async", "test_blocking", "test_example", "test_parameters",
      "test_hostile",
    ]
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

  @Test(
    .enabled(
      if: Python.hasBuildTools,
      "python3-build, -pip, -setuptools, -venv or -wheel is not installed"
    )
  )
  func `a wheel and an sdist are built, and pip installs them`() throws {
    let ended = try Python.run(
      ["-W", "error", "-m", "unittest", "test_distribution"],
      in: Checkout.path("Tests/System/PythonTests/programs")
    )
    #expect(ended.status == 0, "\(ended.text)")
    #expect(ended.text.contains(/Ran 3 tests in/), "\(ended.text)")
  }

  @Test func `its version is that of the programs`() throws {
    let programs = try Checkout.text("Sources/AudioSessionWire/Version.swift")
    let version = try #require(programs.firstMatch(of: /let version = ("[^"]+")/)?.output.1)
    let client = try Checkout.text("Sources/Python/audiosession/__init__.py")
    #expect(client.contains("\n__version__ = \(version)\n"))
  }

  @Test(.enabled(if: Python.isInstalled("mypy"), "mypy is not installed"))
  func `mypy has nothing to say, down to Python 3_9`() throws {
    let folder = try TemporaryDirectory()
    for version in ["3.9", "3.11"] {
      let said = try Checkout.run([
        "mypy", "--strict", "--python-version", version, "--cache-dir", folder.path,
        "Sources/Python/audiosession", "Sources/Python/example.py",
        "Tests/System/PythonTests/programs",
      ])
      #expect(said.status == 0, "\(version): \(said.text)")
    }
  }

  @Test
  func `no line is longer than 100 columns, no module than 300 lines, no example than 40`() throws {
    let package = "Sources/Python/audiosession"
    let folders = ["Sources/Python", package, "Tests/System/PythonTests/programs"]
    let files = try folders.flatMap { folder in
      try Checkout.names(in: folder).filter { $0.hasSuffix(".py") }.map { "\(folder)/\($0)" }
    }
    #expect(files.count > 20)
    for file in files {
      let text = try Checkout.text(file)
      if file.hasPrefix(package) {
        #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } <= 300, "\(file)")
      }
      let lines = text.split(separator: "\n")
      let long = lines.filter { $0.count > 100 }
      #expect(long == [], "\(file)")
      // Blank lines don't count: `split` leaves them out.
      if file.hasSuffix("/example.py") { #expect(lines.count <= 40) }
    }
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `only the standard library is imported`() throws {
    let program = """
      import ast, pathlib, sys
      found = set()
      class Imports(ast.NodeVisitor):
          def visit_If(self, node):
              # What only a type checker reads.
              if ast.unparse(node.test) != "TYPE_CHECKING": self.generic_visit(node)
          def visit_Import(self, node):
              found.update(name.name.split(".")[0] for name in node.names)
          def visit_ImportFrom(self, node):
              if node.level == 0: found.add(node.module.split(".")[0])
      for path in pathlib.Path("Sources/Python/audiosession").glob("*.py"):
          Imports().visit(ast.parse(path.read_text()))
      print("asyncio" in found, sorted(found - set(sys.stdlib_module_names)))
      """
    #expect(try Python.run(["-c", program], in: Checkout.root).text == "True []\n")
  }
}

/// Running Python with the client of this checkout.
private enum Python {
  static func isInstalled(_ program: String) -> Bool {
    (try? Spawn.path(of: program)) != nil
  }

  /// Whether Debian's Python can build packages, without a network, and make environments.
  static var hasBuildTools: Bool {
    let program = "import build, ensurepip, pip, setuptools, venv, wheel"
    return (try? Checkout.run(["/usr/bin/python3", "-c", program]).status) == 0
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
