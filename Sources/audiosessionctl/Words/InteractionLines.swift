import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire

/// The lines of `[Interactions]` in force, and the cells of the table that each sets.
struct InteractionLines {
  /// A line of the configuration, with its place.
  struct Line: Equatable {
    /// `phoneCall.*`.
    let key: String
    /// `/etc/audiosession/audiosessiond.conf:12`.
    let place: String
  }

  /// In the order in which they were read.
  let lines: [Line]
  private let policy: Policy
  private let table: PairTable

  /// Reads the reply to `policy.get`, which names the lines, but not their values.
  init(_ reply: PolicyResult) {
    var policy = Policy()
    policy.roles = reply.roles.compactMap { role in
      Kind(name: role.like).map { Policy.Role(role.name, like: $0) }
    }
    lines = InteractionLines.lines(of: reply)
    // The core decides which line fits a cell best; the gain here stands for the line's index.
    policy.overrides = lines.enumerated().compactMap { index, line in
      let places = line.key.split(separator: ".").map { name -> Int?? in
        name == "*" ? .some(nil) : policy.place(of: name).map { .some($0) }
      }
      guard places.count == 2, let newcomer = places[0], let current = places[1] else { return nil }
      return Policy.Override(newcomer, current, .mix, gain: Double(index))
    }
    self.policy = policy
    table = policy.table
  }

  /// The index of the line that sets the cell; nil if it is built in.
  func line(of newcomer: String, _ current: String) -> Int? {
    guard let row = policy.place(of: newcomer), let column = policy.place(of: current) else {
      return nil
    }
    return table[row, column].gain.map { Int($0) }
  }

  /// The built-in outcome of the cell; nil if this program doesn't know one of the kinds.
  func builtIn(_ newcomer: String, _ current: String) -> Outcome? {
    guard let row = policy.place(of: newcomer), let column = policy.place(of: current) else {
      return nil
    }
    return PairTable.builtIn(policy.like(row), policy.like(column))
  }

  private static func lines(of reply: PolicyResult) -> [Line] {
    let section = "Interactions."
    let lines = reply.setBy.filter { $0.key.hasPrefix(section) }.map { key, place in
      Line(key: String(key.dropFirst(section.count)), place: place)
    }
    return lines.sorted { position(of: $0, in: reply.files) < position(of: $1, in: reply.files) }
  }

  /// The position of the line in the order of reading; its key, where that is unknown.
  private static func position(
    of line: Line,
    in files: [String]
  ) -> (file: Int, line: Int, key: String) {
    let colon = line.place.lastIndex(of: ":") ?? line.place.endIndex
    let number = Int(line.place[colon...].dropFirst()) ?? 0
    let file = files.firstIndex { $0 == line.place[..<colon] } ?? files.count
    return (file, number, line.key)
  }
}
