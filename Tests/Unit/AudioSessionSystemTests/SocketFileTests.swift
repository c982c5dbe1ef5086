import AudioSessionSystem
import Foundation
import TestSupport
import Testing

@Suite struct SocketFileTests {
  let folder: TemporaryDirectory
  let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path + "/socket"
  }

  @Test func `a socket file: open to everybody whatever the umask, and removed at an orderly end`()
    throws
  {
    let before = umask(0o077)
    defer { umask(before) }
    let file = try SocketFile.takeOver(path, backlog: 4)
    #expect(try mode(of: path) == 0o666)
    let client = try Socket.connect(to: path, blocking: true)
    #expect(try client.send("x") == 1)
    #expect(try !file.listener.hasNobodyWaiting())
    try file.remove()
    #expect(try contents() == ["socket.lock"])
  }

  @Test func `a takeover while the lock is held: refused, though nobody listens`() throws {
    let file = try SocketFile.takeOver(path, backlog: 4)
    unlink(path)
    #expect(failure() == .taken(path))
    try file.remove()
  }

  @Test func `a takeover while somebody listens: refused, though nobody holds the lock`() throws {
    let listener = try Socket.listening(at: path, backlog: 0)
    #expect(failure() == .taken(path))
    // Now the queue is full of the one that asked.
    #expect(failure() == .taken(path))
    #expect(try !listener.hasNobodyWaiting())
  }

  @Test func `the socket of a dead daemon is replaced`() throws {
    do { try Socket.unconnected(blocking: false).bind(to: #require(SocketAddress(path: path))) }
    let dead = try inode(of: path)
    // Keeps the inode's number from being given to the new file.
    try #require(link(path, path + ".old") == 0)
    let file = try SocketFile.takeOver(path, backlog: 4)
    #expect(try inode(of: path) != dead)
    try file.remove()
  }

  @Test func `a takeover of a file or of a link to a socket: refused, and both stay`() throws {
    try #require(FileManager.default.createFile(atPath: path, contents: Data("kept".utf8)))
    #expect(failure() == .notASocket(path))
    #expect(FileManager.default.contents(atPath: path) == Data("kept".utf8))
    unlink(path)
    do { _ = try Socket.listening(at: path + ".real", backlog: 4) }
    try #require(symlink(path + ".real", path) == 0)
    #expect(failure() == .notASocket(path))
    #expect(try contents() == ["socket", "socket.lock", "socket.real"])
  }

  @Test func `another's socket in our place is left alone at the end`() throws {
    let file = try SocketFile.takeOver(path, backlog: 4)
    try #require(rename(path, path + ".ours") == 0)
    let other = try Socket.listening(at: path, backlog: 4)
    try file.remove()
    #expect(try contents() == ["socket", "socket.lock", "socket.ours"])
    #expect(try other.hasNobodyWaiting())
  }

  @Test func `a path of 107 bytes is taken, one of 108 refused`() throws {
    let longest = path.padding(toLength: 107, withPad: "x", startingAt: 0)
    let file = try SocketFile.takeOver(longest, backlog: 4)
    _ = try Socket.connect(to: longest, blocking: true)
    try file.remove()
    let tooLong = longest + "x"
    #expect(failure(at: tooLong) == .badPath(tooLong))
    #expect(failure(at: "") == .badPath(""))
    #expect(try contents().contains { $0.hasSuffix("xx") } == false)
  }

  @Test func `the folder isn't made`() {
    let absent = folder.path + "/absent/socket"
    #expect(failure(at: absent) == .failed(absent + ".lock", Errno(.open, ENOENT)))
    #expect(access(folder.path + "/absent", F_OK) == -1)
  }

  static let messages: [(error: SocketFileError, text: String)] = [
    (.badPath("/a"), "/a: expected a path of 1 to 107 bytes for a socket, found 2"),
    (.taken("/a"), "/a: taken; expected nobody else to listen there"),
    (.notASocket("/a"), "/a: expected a socket or nothing, found another file"),
    (.failed("/a", Errno(.bind, EACCES)), "/a: bind: Permission denied"),
  ]

  @Test(arguments: messages) func `an error says what is wrong and what would be right`(
    error: SocketFileError,
    text: String
  ) {
    #expect("\(error)" == text)
  }

  /// Why the path can't be taken over now; nil if it can.
  private func failure(at path: String? = nil) -> SocketFileError? {
    do throws(SocketFileError) {
      _ = try SocketFile.takeOver(path ?? self.path, backlog: 4)
      return nil
    } catch {
      return error
    }
  }

  private func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func mode(of path: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_mode & 0o7777
  }

  private func inode(of path: String) throws -> ino_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_ino
  }
}
