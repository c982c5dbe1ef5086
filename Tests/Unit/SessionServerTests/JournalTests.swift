import AudioSessionArbitration
import AudioSessionSystem
import Foundation
import TestSupport
import Testing

@testable import AudioSessionServer

/// What reaches the journal, and how much of it.
final class JournalTests {
  private let folder: TemporaryDirectory
  private let receiver: CInt
  private let journal: Journal
  private let clock = Clock()

  private final class Clock { var time: Int64 = 0 }

  init() throws {
    folder = try TemporaryDirectory()
    receiver = JournalTests.receiver(at: folder.path(of: "s"))
    journal = try Journal(address: folder.path(of: "s")) { [clock] in clock.time }
  }

  deinit { close(receiver) }

  private static func receiver(at path: String) -> CInt {
    let number = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    _ = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return number
  }

  /// All datagrams that have come.
  private func received() -> [[UInt8]] {
    var all: [[UInt8]] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(receiver, &bytes, bytes.count, CInt(MSG_DONTWAIT)), count >= 0 {
      all.append(Array(bytes[..<count]))
    }
    return all
  }

  @Test func `a message is fields, and one of several lines has its length`() throws {
    journal.write(.policyRefused, "one\ntwo", [Journal.Field("EPOCH", "e")])
    let expected =
      Array("MESSAGE\n".utf8) + [7, 0, 0, 0, 0, 0, 0, 0]
      + Array(
        """
        one
        two
        PRIORITY=3
        MESSAGE_ID=cb14f36491924e2083565b3c3f609062
        SYSLOG_IDENTIFIER=audiosessiond
        EPOCH=e

        """.utf8
      )
    #expect(received() == [expected])
  }

  @Test func `a value can't bring in another field`() throws {
    journal.write(.started, "x", [Journal.Field("PEER_UNIT", "a\nPRIORITY=0")])
    let text = String(decoding: try #require(received().first), as: UTF8.self)
    #expect(text.hasSuffix("PEER_UNIT\n\u{C}\0\0\0\0\0\0\0a\nPRIORITY=0\n"))
  }

  @Test func `a message repeated too often: limited, and the number left out is told`() throws {
    var count = 0
    // A week of a client that does its worst a hundred times a second, an hour of it every day.
    for day in 0..<7 {
      for step in 0..<360_000 {
        clock.time = Int64(day) * 86_400_000_000_000 + Int64(step) * 10_000_000
        journal.write(.clientCutOff, "cut off")
        if step % 1000 == 0 { count += received().count }
      }
      count += received().count
    }
    #expect(count <= 7 * (JournalLimit.burst + 361) && count >= 7 * 360)
    clock.time += 86_400_000_000_000
    journal.write(.clientCutOff, "cut off")
    let last = String(decoding: try #require(received().last), as: UTF8.self)
    let leftOut = try #require(last.firstMatch(of: /LEFT_OUT=(\d+)\n/))
    #expect(last.hasPrefix("MESSAGE=cut off (\(leftOut.1) more of this kind were left out)\n"))
  }

  @Test func `a user who says too much leaves room for what others say`() {
    func written(by user: UInt32, _ count: Int) -> Int {
      (0..<count).map { _ in
        journal.write(.refused, "refused", of: UserID(user))
        return received().count
      }.reduce(0, +)
    }
    #expect(written(by: 1, 1000) == JournalLimit.burst)
    #expect(written(by: 2, 1) == 1)
    // One person may have very many users: together they have a limit as well.
    let all = (3...5000).map { written(by: $0, 1) }.reduce(0, +)
    #expect(all == JournalLimit.users * JournalLimit.burst - JournalLimit.burst - 1)
    clock.time += 20_000_000_000
    #expect(written(by: 1, 100) == 2)
  }

  @Test func `messages that found no room: counted in the next message's LEFT_OUT`() throws {
    let queue = 100
    for _ in 0..<queue {
      clock.time += 10_000_000_000
      journal.write(.started, String(repeating: "a", count: 4000))
    }
    let taken = received().count
    #expect(taken < queue)
    journal.write(.started, "later")
    let text = String(decoding: try #require(received().first), as: UTF8.self)
    #expect(text.contains("LEFT_OUT=\(queue - taken)\n"))
  }

  @Test func `kinds have ids of their own`() {
    let ids = JournalKind.allCases.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
  }

  @Test func `only the very stream that the journal names is the journal`() throws {
    var status = stat()
    fstat(STDERR_FILENO, &status)
    let own = "\(status.st_dev):\(status.st_ino)"
    #expect(Journal.isStandardError(stream: own))
    for other in [nil, "", "0:0", "\(status.st_dev):\(status.st_ino + 1)", own + ":1", "a:b"] {
      #expect(!Journal.isStandardError(stream: other))
    }
  }
}
