import AudioSessionEventLoop
import AudioSessionSystem
import Glibc
import TestSupport
import Testing

@Suite struct PollerTests {
  @Test func `a descriptor that is still readable: reported again, under its token`() throws {
    let pipe = try PipeEnds()
    let poller = try Poller()
    try poller.register(pipe.reading.number, for: .reading, token: .max)
    #expect(try poller.events() == [])
    try pipe.write(2)
    let readable = [Poller.Event(token: .max, readiness: .readable)]
    #expect(try poller.events() == readable)
    try pipe.read(1)
    #expect(try poller.events() == readable)
    try pipe.read(1)
    #expect(try poller.events() == [])
  }

  @Test func `interest and token change, and end`() throws {
    let pipe = try PipeEnds()
    let poller = try Poller()
    try poller.register(pipe.writing.number, for: .reading, token: 1)
    #expect(try poller.events() == [])
    try poller.modify(pipe.writing.number, for: [.reading, .writing], token: 2)
    #expect(try poller.events() == [Poller.Event(token: 2, readiness: .writable)])
    try poller.modify(pipe.writing.number, for: [], token: 3)
    #expect(try poller.events() == [])
    try poller.modify(pipe.writing.number, for: .writing, token: 4)
    try poller.remove(pipe.writing.number)
    #expect(try poller.events() == [])
  }

  @Test func `an end is told without being asked for`() throws {
    let ends = try connectedSockets()
    let one = Socket(FileDescriptor(ends.one))
    let other = Socket(FileDescriptor(ends.other))
    let poller = try Poller()
    try poller.register(one.number, for: [], token: 1)
    #expect(try poller.events() == [])
    try other.shutdown(.both)
    #expect(try poller.events() == [Poller.Event(token: 1, readiness: .hungUp)])
  }

  @Test func `more descriptors than one wait reports come by and by`() throws {
    let pipe = try PipeEnds()
    try pipe.write(1)
    let poller = try Poller()
    var copies: [CInt] = []
    defer { copies.forEach { close($0) } }
    for token in 0..<300 {
      copies.append(dup(pipe.reading.number))
      try poller.register(copies[token], for: .reading, token: UInt64(token))
    }
    var tokens: Set<UInt64> = []
    for _ in 0..<2 { tokens.formUnion(try poller.events().map(\.token)) }
    #expect(tokens == Set(0..<300))
  }

  @Test func `wrong registrations, changes and removals: refused with the kernel's error`() throws {
    let pipe = try PipeEnds()
    let poller = try Poller()
    let number = pipe.reading.number
    let file = FileDescriptor(open("/etc/passwd", O_RDONLY | O_CLOEXEC))
    try poller.register(number, for: .reading, token: 1)
    let codes = [
      code { try poller.register(number, for: .reading, token: 1) },
      code { try poller.register(file.number, for: .reading, token: 1) },
      code { try poller.register(-1, for: .reading, token: 1) },
      code { try poller.modify(pipe.writing.number, for: .reading, token: 1) },
      code { try poller.remove(pipe.writing.number) },
      code { try poller.remove(number) },
    ]
    #expect(codes == [EEXIST, EPERM, EBADF, ENOENT, ENOENT, nil])
  }

  private func code(_ body: () throws -> Void) -> CInt? {
    do {
      try body()
      return nil
    } catch {
      return (error as? Errno)?.code
    }
  }
}
