import AudioSessionWire
import AudioSessionClient
import AudioSessionSystem
import Glibc

/// The style of the output.
package struct Presentation: Sendable {
  package var colour = Colour(isOn: false)
  package var clock = Clock.system
  /// Whether tables have headings and a summary line.
  package var hasLegend = true
  /// The maximum width of a table, in columns; nil for no maximum.
  package var columns: Int?
  /// The names of users and groups.
  package var accounts = AccountNames.ofMachine
}

extension Presentation {
  /// Plain text with the usual legend, by this clock.
  package init(clock: Clock) { self.init(colour: Colour(isOn: false), clock: clock) }

  /// The style for a command line and the terminal.
  package init(_ invocation: Invocation) {
    self.init(
      colour: .suited(
        to: invocation.value("color"),
        isTerminal: isatty(STDOUT_FILENO) == 1,
        environment: SocketPath.environment
      ),
      clock: invocation.has("utc") ? .utc : .system,
      hasLegend: !invocation.has("no-legend"),
      columns: invocation.has("full") ? nil : Presentation.columns(of: STDOUT_FILENO)
    )
  }

  /// The value of `COLUMNS`, or else the width of the terminal; nil if there is none.
  private static func columns(of descriptor: CInt) -> Int? {
    if let said = SocketPath.environment("COLUMNS").flatMap({ Int($0) }), said > 0 { return said }
    guard let size = WindowSize.of(descriptor), size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// The names of users and groups.
package struct AccountNames: Sendable {
  /// Those on this machine, each looked up once.
  fileprivate static let ofMachine = {
    let accounts = Accounts()
    return AccountNames(ofUser: accounts.userName(of:), ofGroup: accounts.groupName(of:))
  }()

  var ofUser: @Sendable (UInt32) -> String?
  var ofGroup: @Sendable (UInt32) -> String?

  /// The user's name, or else the number.
  package func user(_ number: some BinaryInteger) -> String { name(number, ofUser) }

  /// The group's name, or else the number.
  package func group(_ number: some BinaryInteger) -> String { name(number, ofGroup) }

  private func name(_ number: some BinaryInteger, _ lookUp: (UInt32) -> String?) -> String {
    UInt32(exactly: number).flatMap(lookUp)?.printable ?? "\(number)"
  }
}
