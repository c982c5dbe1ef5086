import Glibc
import Testing

@testable import AudioSessionSystem

/// Messages to whoever started the program: nobody who doesn't read stops it.
struct StandardErrorTests {
  /// Two ends, closed with the value.
  private final class Ends {
    let reading: CInt
    let writing: CInt

    init(_ make: (inout [CInt]) -> CInt) {
      var numbers: [CInt] = [-1, -1]
      _ = make(&numbers)
      (reading, writing) = (numbers[0], numbers[1])
    }

    deinit {
      close(reading)
      close(writing)
    }
  }

  private static func write(_ count: Int, to number: CInt) -> Bool {
    [UInt8](repeating: UInt8(ascii: "x"), count: count).withUnsafeBytes {
      StandardError.write($0, to: number)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func `a pipe or socket that nobody reads takes what it has room for`(isSocket: Bool) {
    let ends = Ends { numbers in
      isSocket
        ? socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &numbers) : pipe(&numbers)
    }
    var taken = 0
    while Self.write(1000, to: ends.writing) { taken += 1 }
    #expect(taken > 3)
    #expect(!Self.write(1000, to: ends.writing))
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    #expect(read(ends.reading, &bytes, bytes.count) > 0)
    #expect(Self.write(1000, to: ends.writing))
    // More than a pipe has room for at all: what fits is taken, and the rest isn't waited for.
    #expect(!Self.write(1 << 22, to: ends.writing))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pipe without a reader takes nothing, and raises no signal`() async {
    // In a process of its own, where nobody else can have a copy of the reader's end.
    await #expect(processExitsWith: .success) {
      var ends: [CInt] = [-1, -1]
      try #require(pipe(&ends) == 0)
      close(ends[0])
      #expect(!StandardErrorTests.write(10, to: ends[1]))
    }
  }
}
