import Foundation
import TestSupport
import Testing

/// What `Clients.md` shows was run, and still comes out so.
@Suite(.tags(.process)) struct ClientsPageTests {
  private static let hasTools = ["socat", "jq"].allSatisfy { tool in
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + tool)
    }
  }

  /// A command of the page, and what it prints there.
  private struct Example {
    var command: String
    var output: [String]
  }

  @Test(.enabled(if: hasTools, "socat and jq are not installed"))
  func `every command of the page prints what the page says`() throws {
    let examples = try examples()
    #expect(examples.count == 7)
    let daemon = try TestDaemon()
    for example in examples {
      #expect(try run(example.command, at: daemon.socketPath) == example.output)
    }
  }

  /// The indented blocks that begin with a prompt; a backslash continues the command.
  private func examples() throws -> [Example] {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/AudioSessionWire/AudioSessionWire.docc/Clients.md"
    )
    var found: [Example] = []
    var isCommand = false
    for line in try String(contentsOf: page, encoding: .utf8).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ) {
      guard line.hasPrefix("    ") else {
        isCommand = false
        continue
      }
      let text = line.dropFirst(4)
      if text.hasPrefix("$ ") {
        found.append(Example(command: String(text.dropFirst(2)), output: []))
        isCommand = text.hasSuffix("\\")
      } else if isCommand, let last = found.indices.last {
        found[last].command += "\n" + text
        isCommand = text.hasSuffix("\\")
      } else if let last = found.indices.last {
        found[last].output.append(String(text))
      }
    }
    return found
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
}
