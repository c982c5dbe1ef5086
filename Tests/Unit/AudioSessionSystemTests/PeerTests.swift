import AudioSessionSystem
import Foundation
import Testing

@Suite struct PeerTests {
  @Test func `the peer of a pair is this process`() throws {
    let pair = try SocketPair()
    let expected = PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid())
    #expect(try pair.one.peerCredentials() == expected)
    var groups = [gid_t](repeating: 0, count: 65_536)
    let count = getgroups(CInt(groups.count), &groups)
    #expect(try pair.one.peerGroups() == Array(groups.prefix(Int(count))))
    let process = try pair.one.peerProcess(expected)
    #expect(try !process.hasEnded())
  }

  @Test func `a pid that is another user's now is no peer's`() throws {
    let own = PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid())
    #expect(try !ProcessDescriptor.lookUp(own).hasEnded())
    var stranger = own
    stranger.uid += 1
    #expect(throws: Errno(.pidfd_open, ESRCH)) { _ = try ProcessDescriptor.lookUp(stranger) }
    let first = PeerCredentials(pid: 1, uid: 0, gid: 0)
    #expect(try ProcessInformation.credentials(pid: 1) == first)
    #expect(throws: Errno(.stat, ENOENT)) { try ProcessInformation.credentials(pid: 0) }
  }

  @Test func `a descriptor of a process tells its end`() throws {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/cat")
    let input = Pipe()
    child.standardInput = input
    try child.run()
    let process = try ProcessDescriptor(pid: child.processIdentifier)
    #expect(try !process.hasEnded())
    #expect(try ProcessInformation.read(pid: child.processIdentifier).comm == "cat")
    try input.fileHandleForWriting.close()
    child.waitUntilExit()
    #expect(try process.hasEnded())
    #expect(throws: Errno(.pidfd_open, ESRCH)) {
      _ = try ProcessDescriptor(pid: child.processIdentifier)
    }
    #expect(throws: Errno(.open, ENOENT)) {
      try ProcessInformation.read(pid: child.processIdentifier)
    }
  }
}
