import AudioSessionSystem
import AudioSessionWire
import Glibc

/// What the next daemon has to know if this one is killed, in shared memory that the manager keeps.
///
/// For each connection in the manager's store it records whether something on it is half done:
/// bytes received but not answered, or a line of which only a part was sent. It is right after a
/// kill between any two instructions, because busy is written before a byte moves, and quiet after.
final class Ledger {
  /// The place where a stored connection is recorded.
  struct Place: Equatable {
    private let start: Int32

    fileprivate init(word: Int) { start = Int32(word) }

    fileprivate var word: Int { Int(start) }
  }

  /// The number of connections it has room for: together with the ledger itself, as many
  /// descriptors as the unit allows to be stored.
  static let capacity = 1023

  private let memory: SharedMemory
  /// The first words of the places that are free.
  private var free: [Int] = []

  /// Creates an empty ledger.
  init() throws(Errno) {
    memory = try SharedMemory(named: "audiosession-ledger", wordCount: Layout.wordCount)
    memory[Layout.magic] = Layout.magicValue
    memory[Layout.version] = Layout.versionValue
    free = Layout.places.reversed()
  }

  /// Opens the ledger that an earlier daemon left.
  ///
  /// - Throws: `EBADMSG` if its layout is different or a count is out of range; then nothing in it
  ///   may be trusted.
  init(inherited descriptor: consuming FileDescriptor) throws(Errno) {
    memory = try SharedMemory(descriptor, wordCount: Layout.wordCount)
    guard memory[Layout.magic] == Layout.magicValue,
      memory[Layout.version] == Layout.versionValue,
      memory[Layout.sessionCount] <= Layout.highestNumber,
      memory[Layout.connectionCount] <= Layout.highestNumber
    else { throw Errno(.mmap, EBADMSG) }
    free = Layout.places.reversed().filter { memory[$0 + Layout.number] == 0 }
  }

  /// Whether there is no room for another connection.
  var isFull: Bool { free.isEmpty }

  /// The descriptor's number, for the manager.
  var number: CInt { memory.number }

  /// The epoch of the daemon that wrote it last.
  var epoch: Epoch {
    let start = epochStart(memory[Layout.epochTurn])
    return Epoch(high: memory[start], low: memory[start + 1])
  }

  /// Begins an epoch; the change takes effect at once, never in part.
  func begin(_ epoch: Epoch) {
    let turn = memory[Layout.epochTurn] ^ 1
    let start = epochStart(turn)
    memory[start] = epoch.high
    memory[start + 1] = epoch.low
    memory[Layout.epochTurn] = turn
  }

  /// The highest session number ever used.
  var sessionCount: UInt64 {
    get { memory[Layout.sessionCount] }
    set { memory[Layout.sessionCount] = newValue }
  }

  /// Records a connection as busy: it is stored because of a request that isn't answered yet.
  ///
  /// - Parameter startTime: The start time of the peer's process; 0 if it can't be seen.
  /// - Returns: Its place; nil if there is no room.
  func add(startTime: UInt64) -> Place? {
    guard let word = free.popLast() else { return nil }
    let number = memory[Layout.connectionCount] + 1
    memory[Layout.connectionCount] = number
    memory[word + Layout.startTime] = startTime
    memory[word + Layout.isBusy] = 1
    memory[word + Layout.number] = number
    return Place(word: word)
  }

  /// Records that from now on bytes are received or sent on the connection.
  func markBusy(_ place: Place) { memory[place.word + Layout.isBusy] = 1 }

  /// Records that everything read has been answered, and that every line has been sent whole.
  func markQuiet(_ place: Place) { memory[place.word + Layout.isBusy] = 0 }

  func isBusy(_ place: Place) -> Bool { memory[place.word + Layout.isBusy] != 0 }

  /// The connection's number in the manager's store, which is never reused.
  func number(of place: Place) -> UInt64 { memory[place.word + Layout.number] }

  func startTime(of place: Place) -> UInt64 { memory[place.word + Layout.startTime] }

  /// All places in use, by their numbers.
  var places: [UInt64: Place] {
    var places: [UInt64: Place] = [:]
    for word in Layout.places {
      let number = memory[word + Layout.number]
      if number != 0 { places[number] = Place(word: word) }
    }
    return places
  }

  /// Frees the place of a connection that no longer exists.
  func remove(_ place: Place) {
    memory[place.word + Layout.number] = 0
    free.append(place.word)
  }

  private func epochStart(_ turn: UInt64) -> Int {
    Layout.epochs + 2 * Int(truncatingIfNeeded: turn & 1)
  }
}

/// The layout, in words of 64 bits; any change of it requires a new version.
private enum Layout {
  static let magic = 0
  static let version = 1
  /// Which of the two epochs is current.
  static let epochTurn = 2
  static let epochs = 3
  static let sessionCount = 7
  static let connectionCount = 8
  static let firstPlace = 16
  static let placeWords = 4
  static let wordCount = firstPlace + placeWords * Ledger.capacity

  /// In a place: its number, which is 0 if the place is free.
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
