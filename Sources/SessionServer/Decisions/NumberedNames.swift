/// Assigns a number to each name for as long as the name is in use, and forgets it with its last
/// user.
struct NumberedNames<Name: Hashable> {
  private struct Entry {
    let number: UInt64
    var users = 0
  }

  private var entries: [Name: Entry] = [:]
  private var count: UInt64 = 0

  /// The number of a name that is in use; 0, which no name has, for any other.
  subscript(name: Name) -> UInt64 { entries[name]?.number ?? 0 }

  /// Adds a user of the name, until ``release(_:)``.
  mutating func use(_ name: Name) -> UInt64 {
    if entries[name] == nil {
      count += 1
      entries[name] = Entry(number: count)
    }
    entries[name]?.users += 1
    return self[name]
  }

  mutating func release(_ name: Name) {
    entries[name]?.users -= 1
    if entries[name]?.users == 0 { entries[name] = nil }
  }
}
