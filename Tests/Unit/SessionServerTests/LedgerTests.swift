import AudioSessionSystem
import AudioSessionWire
import Glibc
import Testing

@testable import AudioSessionServer

/// The ledger, seen by the daemon that writes it and by the next one.
struct LedgerTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger() }

  /// What the next daemon would find.
  private func successor() throws -> Ledger {
    try Ledger(inherited: FileDescriptor(fcntl(ledger.number, F_DUPFD_CLOEXEC, 3)))
  }

  @Test func `a connection is busy from its birth until it is marked quiet`() throws {
    let first = try #require(ledger.add(startTime: 11))
    let second = try #require(ledger.add(startTime: 22))
    ledger.markQuiet(first)
    ledger.markQuiet(second)
    ledger.markBusy(second)
    let next = try successor()
    #expect(next.places == [1: first, 2: second])
    #expect([first, second].map(next.isBusy) == [false, true])
    #expect([first, second].map(next.startTime) == [11, 22])
  }

  @Test func `numbers aren't given twice, places are`() throws {
    var places: [Ledger.Place] = []
    while let place = ledger.add(startTime: 0) { places.append(place) }
    #expect(places.map(ledger.number) == Array(1...UInt64(Ledger.capacity)))
    ledger.remove(places[5])
    let next = try successor()
    #expect(next.places[6] == nil && next.places.count == Ledger.capacity - 1)
    #expect(next.add(startTime: 0).map(next.number) == UInt64(Ledger.capacity) + 1)
    #expect(next.add(startTime: 0) == nil)
  }

  @Test func `the life before and the sessions' numbers are there for the next`() throws {
    for life in 1...3 as ClosedRange<UInt64> {
      let epoch = Epoch(high: life, low: life << 32)
      let place = try #require(ledger.add(startTime: 0))
      ledger.sessionCount = life * 10
      ledger.begin(epoch)
      let next = try successor()
      #expect(next.epoch == epoch)
      #expect(next.sessionCount == life * 10)
      #expect(next.places[life] == place)
      // The former epoch is still there: had the daemon been killed midway, it would be in force.
      let epochs = [3, 5].map { word in
        var high: UInt64 = 0
        #expect(pread(ledger.number, &high, 8, off_t(8 * word)) == 8)
        return high
      }
      #expect(Set(epochs) == [life - 1, life])
    }
  }

  @Test func `nobody can shorten it under the daemon`() {
    #expect(ftruncate(ledger.number, 0) == -1 && errno == EPERM)
    #expect(ftruncate(ledger.number, 1 << 20) == -1 && errno == EPERM)
  }

  @Test func `an inherited ledger of another layout or size, or out of numbers: refused`() throws {
    for word in 0...1 {
      let ledger = try Ledger()
      var other: UInt64 = 99
      #expect(pwrite(ledger.number, &other, 8, off_t(8 * word)) == 8)
      let number = fcntl(ledger.number, F_DUPFD_CLOEXEC, 3)
      #expect(throws: Errno(.mmap, EBADMSG)) { try Ledger(inherited: FileDescriptor(number)) }
    }
    // Numbers that can't be counted on; the next session would have none.
    for word in 7...8 {
      let ledger = try Ledger()
      var number = UInt64.max
      #expect(pwrite(ledger.number, &number, 8, off_t(8 * word)) == 8)
      let duplicate = fcntl(ledger.number, F_DUPFD_CLOEXEC, 3)
      #expect(throws: Errno(.mmap, EBADMSG)) { try Ledger(inherited: FileDescriptor(duplicate)) }
    }
    let small = try SharedMemory(named: "small", wordCount: 4)
    let number = fcntl(small.number, F_DUPFD_CLOEXEC, 3)
    #expect(throws: Errno(.mmap, EMSGSIZE)) { try Ledger(inherited: FileDescriptor(number)) }
  }
}
