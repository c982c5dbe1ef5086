import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import ControlCore

extension Presentation {
  /// 10:42:07 on the day of the canned replies, in UTC, without colours.
  static let plain = Presentation(clock: .fixed, accounts: .imagined)
  static let coloured = Presentation(
    colour: Colour(isOn: true),
    clock: .fixed,
    accounts: .imagined
  )
  static let bare = Presentation(clock: .fixed, hasLegend: false, accounts: .imagined)
}

extension AccountNames {
  /// One user and one group are known.
  static let imagined = AccountNames(
    ofUser: { $0 == 1000 ? "alice" : nil },
    ofGroup: { $0 == 29 ? "audio" : nil }
  )
}

extension Clock {
  static let fixed = Clock(now: 1_795_257_727_500_000, offset: { _ in 0 })
}

/// Colours as one can read them: `<31>red</>`.
func readable(_ lines: [String]) -> String {
  lines.joined(separator: "\n").replacing("\u{1B}[0m", with: "</>").split(
    separator: "\u{1B}[",
    omittingEmptySubsequences: false
  ).enumerated().map { index, part in
    index == 0 ? String(part) : "<" + part.replacing("m", with: ">", maxReplacements: 1)
  }.joined()
}

/// What the wire's own types say, as a client reads it.
func json(_ value: some JSONEncodable) throws -> JSONValue {
  var writer = JSONWriter()
  value.encode(into: &writer)
  return try JSONValue(parsing: writer.bytes.span)
}
