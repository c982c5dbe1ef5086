import AudioSessionSystem
import Glibc
import TestSupport
import Testing

@testable import audiosession_agent

/// Files of others that the agent reads.
struct SmallFileTests {
  @Test func `a pipe in place of a file isn't waited for`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "info")
    try #require(mkfifo(path, 0o600) == 0)
    // With a writer, so that a reader that takes it for a file is seen, and doesn't hang.
    let writer = FileDescriptor(open(path, O_RDWR | O_CLOEXEC))
    try #require(write(writer.number, "text", 4) == 4)
    #expect(SmallFile.text(path, limit: 4) == nil)
  }

  @Test func `a file is read up to the limit, and a folder isn't`() throws {
    #expect(SmallFile.text("/proc/self/comm", limit: 3)?.utf8.count == 3)
    #expect(SmallFile.text("/proc/self") == nil)
    #expect(SmallFile.text("/proc/self/none") == nil)
  }
}
