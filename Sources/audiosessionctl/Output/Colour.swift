import Glibc

/// Colours of the output, which are on only for a terminal whose user wants them.
struct Colour: Equatable, Sendable {
  /// The meaning of a piece of text, rather than its look.
  enum Style: Equatable, Sendable {
    case heading, good, warning, bad, faint

    fileprivate var code: String {
      switch self {
      case .heading: "1"
      case .good: "32"
      case .warning: "33"
      case .bad: "31"
      case .faint: "2"
      }
    }
  }

  let isOn: Bool

  /// On if the descriptor is a terminal that has colours, and `NO_COLOR` isn't set.
  static func suited(to descriptor: CInt, environment: (String) -> String?) -> Colour {
    let isUnwanted = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    return Colour(isOn: isatty(descriptor) == 1 && !isUnwanted && environment("TERM") != "dumb")
  }

  /// The text in a style; unchanged if colours are off.
  func paint(_ text: String, _ style: Style?) -> String {
    guard isOn, let style, !text.isEmpty else { return text }
    return "\u{1B}[\(style.code)m\(text)\u{1B}[0m"
  }
}
