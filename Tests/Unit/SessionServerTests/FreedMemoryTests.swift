import AudioSessionArbitration
import Testing

@testable import AudioSessionServer

/// When freed memory goes back to the system.
struct FreedMemoryTests {
  private static let mebibyte = 1 << 20

  private static func time(_ seconds: Int64) -> Instant {
    Instant(nanoseconds: seconds * 1_000_000_000)
  }

  @Test func `a second after much was freed, once, and not for little`() {
    var freed = FreedMemory()
    for _ in 0..<4 { freed.add(Self.mebibyte, at: Self.time(10)) }
    #expect(freed.time == nil)
    freed.add(1, at: Self.time(20))
    #expect(freed.time == Self.time(21))
    // What is freed meanwhile doesn't put it off.
    freed.add(100 * Self.mebibyte, at: Self.time(20))
    #expect(freed.time == Self.time(21))
    #expect([20, 21, 22].map { freed.take(at: Self.time($0)) } == [false, true, false])
    freed.add(4 * Self.mebibyte, at: Self.time(30))
    #expect(freed.time == nil)
  }
}
