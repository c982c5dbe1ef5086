import AudioSessionArbitration

/// All connections by number, found without hashing.
///
/// Numbers are given out in order, so the lowest bits of a connection's number are its place. A
/// place that is taken by an older connection passes on to the next; no more than half are taken.
struct ConnectionTable {
  private var places: [Connection?] = Array(repeating: nil, count: 16)
  private var count = 0

  /// All connections, in no particular order.
  var all: some Collection<Connection> { places.lazy.compactMap(\.self) }

  subscript(id: ConnectionID) -> Connection? {
    var place = home(of: id)
    while let connection = places[place] {
      if connection.id == id { return connection }
      place = next(after: place)
    }
    return nil
  }

  /// Adds a connection, whose number must be new.
  mutating func add(_ connection: Connection) {
    count += 1
    if 2 * count > places.count { resize(to: 2 * places.count) }
    insert(connection)
  }

  /// Removes a connection, if it is there.
  mutating func remove(_ id: ConnectionID) {
    var place = home(of: id)
    while let connection = places[place], connection.id != id { place = next(after: place) }
    guard places[place] != nil else { return }
    count -= 1
    // Those behind it move up, as if it had never been there.
    var moved: Connection?
    repeat {
      places[place] = nil
      if let moved { insert(moved) }
      place = next(after: place)
      moved = places[place]
    } while moved != nil
    if places.count > 16, 8 * count < places.count { resize(to: places.count / 2) }
  }

  private mutating func insert(_ connection: Connection) {
    var place = home(of: connection.id)
    while places[place] != nil { place = next(after: place) }
    places[place] = connection
  }

  private mutating func resize(to size: Int) {
    let former = places
    places = Array(repeating: nil, count: size)
    for case let connection? in former { insert(connection) }
  }

  private func home(of id: ConnectionID) -> Int {
    Int(truncatingIfNeeded: id.number) & (places.count - 1)
  }

  private func next(after place: Int) -> Int { (place + 1) & (places.count - 1) }
}
