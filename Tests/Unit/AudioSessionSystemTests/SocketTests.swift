import AudioSessionSystem
import Glibc
import TestSupport
import Testing

@Suite struct SocketTests {
  @Test func `a pair of sockets: one receives what the other sends, then the end of file`() throws {
    let pair = try SocketPair()
    #expect(try pair.other.receiveText() == nil)
    #expect(try pair.one.send("hello") == 5)
    #expect(try pair.other.receiveText() == "hello")
    #expect(try pair.other.receiveText() == nil)
    try pair.one.shutdown(.writing)
    #expect(try pair.other.receiveText() == "")
    #expect(try pair.other.send("late") == 4)
    #expect(try pair.one.receiveText() == "late")
  }

  @Test func `a full socket takes a part, then nothing, and goes on after a read`() throws {
    let pair = try SocketPair()
    let bytes = [UInt8](repeating: 7, count: 4 << 20)
    var sent = 0
    while let count = try bytes[sent...].withUnsafeBytes({ try pair.one.send($0) }) {
      sent += count
    }
    #expect(1..<bytes.count ~= sent)
    var buffer = [UInt8](repeating: 0, count: bytes.count)
    var received = 0
    while let count = try buffer.withUnsafeMutableBytes({ try pair.other.receive(into: $0) }) {
      received += count
    }
    #expect(received == sent)
    #expect(try pair.one.send("more") == 4)
  }

  @Test func `sending to nobody is an error and no signal`() async {
    // In a process of its own, where the signal means death whatever other tests do.
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let pair = try SocketPair()
      try pair.other.shutdown(.both)
      let result = Result { try pair.one.send("x") }
      #expect(throws: Errno(.send, EPIPE)) { try result.get() }
    }
  }

  @Test func `a listener accepts who waits, nonblocking and closed on execve`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/socket"
    let listener = try Socket.listening(at: path, backlog: 4)
    #expect(try listener.hasNobodyWaiting())
    let client = try Socket.connect(to: path, blocking: true)
    guard let accepted = try listener.accept() else {
      Issue.record("nobody was accepted")
      return
    }
    #expect(fcntl(accepted.number, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(accepted.number, F_GETFD) & FD_CLOEXEC != 0)
    #expect(try client.send("hello") == 5)
    #expect(try accepted.receiveText() == "hello")
    #expect(try listener.hasNobodyWaiting())
  }

  @Test func `a full queue is EAGAIN for who doesn't want to wait`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/socket"
    let listener = try Socket.listening(at: path, backlog: 0)
    let first = try Socket.connect(to: path, blocking: false)
    #expect(throws: Errno(.connect, EAGAIN)) { _ = try Socket.connect(to: path, blocking: false) }
    #expect(first.number != listener.number)
  }

  static let unreachable: [(path: String, code: CInt)] = [
    ("/nowhere/socket", ENOENT),
    ("/etc/passwd", ECONNREFUSED),
    ("", ENAMETOOLONG),
    ("/" + String(repeating: "x", count: 107), ENAMETOOLONG),
    ("/tmp/a\0b", ENAMETOOLONG),
  ]

  @Test(arguments: unreachable) func `where nobody listens`(path: String, code: CInt) {
    #expect(throws: Errno(.connect, code)) { _ = try Socket.connect(to: path, blocking: true) }
  }
}
