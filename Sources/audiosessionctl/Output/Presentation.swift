import AudioSessionWire
import AudioSessionClient
import AudioSessionSystem
import Glibc

/// How results are to look.
struct Presentation: Sendable {
  var colour = Colour(isOn: false)
  var clock = Clock.system
  /// Whether tables have a heading and a last line that counts.
  var hasLegend = true
  /// How many columns a table may take; nil: as many as it needs.
  var columns: Int?
  /// What users and groups are called.
  var accounts = AccountNames()
}

extension Presentation {
  /// As the command line and the terminal have it.
  init(_ invocation: Invocation) {
    self.init(
      colour: .suited(to: STDOUT_FILENO, environment: SocketPath.environment),
      clock: invocation.has("utc") ? .utc : .system,
      hasLegend: !invocation.has("no-legend"),
      columns: invocation.has("full") ? nil : Presentation.columns(of: STDOUT_FILENO)
    )
  }

  /// What `COLUMNS` says, else how wide the terminal is; nil if nobody looks at one.
  private static func columns(of descriptor: CInt) -> Int? {
    if let said = SocketPath.environment("COLUMNS").flatMap({ Int($0) }), said > 0 { return said }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// What users and groups are called, as far as this machine knows.
struct AccountNames: Sendable {
  var ofUser: @Sendable (UInt32) -> String? = { (try? Account.userName(of: $0)) ?? nil }
  var ofGroup: @Sendable (UInt32) -> String? = { (try? Account.groupName(of: $0)) ?? nil }

  /// The user's name, or its number if it has none.
  func user(_ number: Int64) -> String { name(number, ofUser) }

  /// The group's name, or its number if it has none.
  func group(_ number: Int64) -> String { name(number, ofGroup) }

  private func name(_ number: Int64, _ lookUp: (UInt32) -> String?) -> String {
    UInt32(exactly: number).flatMap(lookUp)?.printable ?? "\(number)"
  }
}
