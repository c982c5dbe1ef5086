/// How the lines of the screen are divided.
struct Layout: Equatable, Sendable {
  /// The lines about the daemon.
  let header: Int
  /// The line above the sessions.
  let heading: Int
  /// The sessions.
  let table: Int
  /// The lines about the selected session, with their title.
  let details: Int
  /// The latest decisions, with their title.
  let decisions: Int
  /// The keys, or what is being asked or typed.
  let footer: Int

  /// Divides a screen; what matters less is left out on a small one.
  ///
  /// The decisions take what the table's lines, of which there are `entries`, leave free; a panel
  /// takes the place of the table and of the lines about the selected session.
  init(rows: Int, entries: Int, isPanel: Bool) {
    footer = rows >= 2 ? 1 : 0
    header = rows >= 16 ? 2 : rows >= 4 ? 1 : 0
    heading = rows >= 8 ? 1 : 0
    details = isPanel ? 0 : rows >= 40 ? 6 : rows >= 20 ? 4 : 0
    let few = rows >= 14 ? 1 + max(3, rows / 5) : 0
    let room = max(0, rows - footer - header - heading - details - few)
    table = few > 0 && !isPanel ? min(room, max(entries, Layout.least)) : room
    decisions = few + room - table
  }

  /// The least number of lines of the table beside the decisions.
  private static let least = 5
}
