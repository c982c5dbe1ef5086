import AudioSessionSystem
import AudioSessionWire
import Glibc

/// What the next daemon has to know if this one is killed: shared memory that the manager keeps.
///
/// For each connection in the manager's store it tells whether something on it is half done: bytes
/// taken that aren't answered, or a line of which only a part was sent. A kill between any two
/// instructions finds it right, because busy is written before a byte moves, and quiet after.
final class Ledger {
  /// Where a stored connection is written down.
  struct Place: Equatable {
    /// The connection's number in the manager's store; never used twice.
    let number: UInt64
    fileprivate let word: Int
  }

  /// How many connections it has room for: with the ledger itself, what the unit lets be stored.
  static let capacity = 1023

  private let memory: SharedMemory
  /// Words where a place begins that nobody has.
  private var free: [Int] = []

  /// A new one, in which nothing stands.
  init() throws(Errno) {
    memory = try SharedMemory(named: "audiosession-ledger", wordCount: Layout.wordCount)
    memory[Layout.magic] = Layout.magicValue
    memory[Layout.version] = Layout.versionValue
    free = Layout.places.reversed()
  }

  /// The one that an earlier daemon left.
  ///
  /// - Throws: `EBADMSG` if it is laid out otherwise, or counts what can't be counted; then nothing
  ///   in it may be trusted.
  init(inherited descriptor: consuming FileDescriptor) throws(Errno) {
    memory = try SharedMemory(descriptor, wordCount: Layout.wordCount)
    guard memory[Layout.magic] == Layout.magicValue,
      memory[Layout.version] == Layout.versionValue,
      memory[Layout.sessionCount] <= Layout.highestNumber,
      memory[Layout.connectionCount] <= Layout.highestNumber
    else { throw Errno(.mmap, EBADMSG) }
    free = Layout.places.reversed().filter { memory[$0 + Layout.number] == 0 }
  }

  /// Nobody else has room in it.
  var isFull: Bool { free.isEmpty }

  /// The descriptor's number, for the manager.
  var number: CInt { memory.number }

  /// The life of the daemon that wrote it last.
  var epoch: Epoch {
    let start = epochStart(memory[Layout.epochTurn])
    return Epoch(high: memory[start], low: memory[start + 1])
  }

  /// Begins a life; it is changed at once, never in part.
  func begin(_ epoch: Epoch) {
    let turn = memory[Layout.epochTurn] ^ 1
    let start = epochStart(turn)
    memory[start] = epoch.high
    memory[start + 1] = epoch.low
    memory[Layout.epochTurn] = turn
  }

  /// The highest number that a session ever had.
  var sessionCount: UInt64 {
    get { memory[Layout.sessionCount] }
    set { memory[Layout.sessionCount] = newValue }
  }

  /// Writes a connection down as busy: it is stored because of a request that isn't answered yet.
  ///
  /// - Parameter startTime: Of the peer's process; 0 if it can't be seen.
  /// - Returns: Its place, nil if there is no room.
  func add(startTime: UInt64) -> Place? {
    guard let word = free.popLast() else { return nil }
    let number = memory[Layout.connectionCount] + 1
    memory[Layout.connectionCount] = number
    memory[word + Layout.startTime] = startTime
    memory[word + Layout.isBusy] = 1
    memory[word + Layout.number] = number
    return Place(number: number, word: word)
  }

  /// Something is taken from the kernel, or handed to it, from now on.
  func markBusy(_ place: Place) { memory[place.word + Layout.isBusy] = 1 }

  /// Everything that was read has been answered, and everything that was said has been sent whole.
  func markQuiet(_ place: Place) { memory[place.word + Layout.isBusy] = 0 }

  func isBusy(_ place: Place) -> Bool { memory[place.word + Layout.isBusy] != 0 }

  func startTime(of place: Place) -> UInt64 { memory[place.word + Layout.startTime] }

  /// All that stand in it, by their numbers.
  var places: [UInt64: Place] {
    var places: [UInt64: Place] = [:]
    for word in Layout.places {
      let number = memory[word + Layout.number]
      if number != 0 { places[number] = Place(number: number, word: word) }
    }
    return places
  }

  /// The connection is no more.
  func remove(_ place: Place) {
    memory[place.word + Layout.number] = 0
    free.append(place.word)
  }

  private func epochStart(_ turn: UInt64) -> Int {
    Layout.epochs + 2 * Int(truncatingIfNeeded: turn & 1)
  }
}

/// Where what stands, in words of 64 bits; a change of it is another version.
private enum Layout {
  static let magic = 0
  static let version = 1
  /// Which of the two epochs counts.
  static let epochTurn = 2
  static let epochs = 3
  static let sessionCount = 7
  static let connectionCount = 8
  static let firstPlace = 16
  static let placeWords = 4
  static let wordCount = firstPlace + placeWords * Ledger.capacity

  /// In a place: 0 if it is free.
  static let number = 0
  static let startTime = 1
  static let isBusy = 2

  /// "audioses" in ASCII.
  static let magicValue: UInt64 = 0x6175_6469_6f73_6573
  static let versionValue: UInt64 = 1
  /// The highest number that the wire can carry (RFC 8259 calls it interoperable).
  static let highestNumber: UInt64 = 1 << 53 - 1

  static var places: StrideTo<Int> { stride(from: firstPlace, to: wordCount, by: placeWords) }
}
