import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// The program that the daemon asks for the numbers of users and groups.
@Suite(.tags(.process)) struct NameLookupTests {
  @Test func `getent, at start and at a reload: inherits no descriptors or signal settings`() throws
  {
    let folder = try TemporaryDirectory()
    // Sees the descriptors that it was given, and that of the folder of descriptors itself.
    _ = try folder.writeProgram(
      """
      #!/bin/sh
      {
        echo "$*"
        ls /proc/self/fd | tr '\\n' ' '
        readlink /proc/self/fd/0
        sed -nE 's/^(Sig(Blk|Ign)):.*(.{7})$/\\1 \\3/p' /proc/self/status
      } >> '\(folder.path(of: "log"))'
      case $1 in passwd) echo "$2:x:4321:100::/:" ;; group) echo "$2:x:8765:" ;; esac

      """,
      to: "bin/getent"
    )
    let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let daemon = try TestDaemon(
      text: "[Grant alarm]\nUsers=alice\nGroups=ops\n",
      in: folder,
      environment: ["PATH": "\(folder.path(of: "bin")):\(search)"]
    )
    let client = try daemon.connect()
    #expect(try grants(client) == "[0, 4321] [8765]")
    try daemon.configure("[Grant alarm]\nUsers=bob\n")
    try daemon.reload()
    #expect(try grants(client) == "[0, 4321] []")
    // No signal below the real-time ones is blocked or ignored.
    let clean = "0 1 2 3 /dev/null\nSigBlk 0000000\nSigIgn 0000000\n"
    let log = try String(contentsOfFile: folder.path(of: "log"), encoding: .utf8)
    #expect(
      log == "passwd alice\n\(clean)group ops\n\(clean)passwd bob\n\(clean)"
    )
  }

  @Test func `getent that can't be started: the reload is refused, and no grant is lost`() throws {
    let folder = try TemporaryDirectory()
    let script = "#!/bin/sh\necho \"$2:x:4321:100::/:\"\n"
    let getent = try folder.writeProgram(script, to: "bin/getent")
    let daemon = try TestDaemon(
      text: "[Grant alarm]\nUsers=alice\n",
      in: folder,
      environment: ["PATH": folder.path(of: "bin")]
    )
    let client = try daemon.connect()
    chmod(getent, 0o600)
    #expect(
      try daemon.reload() == [
        "\(daemon.configurationPath):2: Users=alice: expected to be able to look up the user alice: "
          + "getent: posix_spawn: Permission denied",
        "the configuration stays as it was",
      ]
    )
    #expect(try grants(client) == "[0, 4321] []")
    chmod(getent, 0o700)
    #expect(try daemon.reload() == ["the configuration was read again: nothing is different"])
  }

  @Test func `getent that fails: the reload is refused, and no grant is lost`() throws {
    let folder = try TemporaryDirectory()
    let answer = try folder.write("alice:x:4321:100::/:\n", to: "answer")
    let script = "#!/bin/sh\nread -r line < '\(answer)' || exit 1\necho \"$line\"\n"
    _ = try folder.writeProgram(script, to: "bin/getent")
    let daemon = try TestDaemon(
      text: "[Grant alarm]\nUsers=alice\n",
      in: folder,
      environment: ["PATH": folder.path(of: "bin")]
    )
    let client = try daemon.connect()
    try FileManager.default.removeItem(atPath: answer)
    #expect(
      try daemon.reload() == [
        "\(daemon.configurationPath):2: Users=alice: expected to be able to look up the user alice: "
          + "getent: it ended with status 1",
        "the configuration stays as it was",
      ]
    )
    #expect(try grants(client) == "[0, 4321] []")
  }

  /// The users and the groups that may play alarms; root always may.
  private func grants(_ client: ClientConnection) throws -> String {
    let grant = try client.granted("policy.get")["grants"]?["alarm"]
    func numbers(_ name: String) -> String {
      "\(grant?[name]?.array?.compactMap(\.integer) ?? [])"
    }
    return "\(numbers("users")) \(numbers("groups"))"
  }
}
