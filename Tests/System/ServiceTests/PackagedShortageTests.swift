import TestSupport
import TestTraits
import Testing

/// The programs as they are packaged, in Embedded Swift, without a descriptor or a watch at start.
@Suite(
  .disabled(if: AgentLife.lack != nil, Comment(rawValue: AgentLife.lack ?? "")),
  .enabled(if: InjectedProgram.isPossible, "it takes strace"),
  .tags(.process)
)
struct PackagedShortageTests {
  private static let programs = ["audiosessiond", "audiosession-agent", "audiosession-house"]
  private static let failures = [
    ("timerfd_create", "EMFILE", "Too many open files"),
    ("epoll_create1", "EMFILE", "Too many open files"),
    ("epoll_ctl", "ENOSPC", "No space left on device"),
  ]

  @Test(arguments: programs, failures)
  func `what it can't start without: named, and the exit status is 1`(
    _ program: String,
    _ failure: (call: String, error: String, meaning: String)
  ) throws {
    let folder = try TemporaryDirectory()
    let path = try DebianPackage.made.get().unpack(program, into: folder)
    let options: [String] =
      switch program {
      case "audiosession-agent": []
      case "audiosession-house": ["--broker", "127.0.0.1:1", "--house", "home"]
      default: ["--config", try folder.write("", to: "conf")]
      }
    let ended = try Finished(
      of: Spawn.path(of: "strace"),
      [
        "-o", "/dev/null", "-e", "trace=\(failure.call)",
        "-e", "inject=\(failure.call):error=\(failure.error):when=1",
        path, "--socket", folder.path(of: "socket"),
      ] + options,
      environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path]
    )
    #expect(ended.status == 1)
    #expect(ended.error.hasSuffix("\(program): \(failure.call): \(failure.meaning)\n"))
  }
}
