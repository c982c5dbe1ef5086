import Glibc

/// Whether results are coloured: only where somebody looks at them, and wants it.
struct Colour: Equatable, Sendable {
  /// What a piece of text is, rather than how it looks.
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

  /// For a descriptor: on if it is a terminal that has colours and `NO_COLOR` isn't set.
  static func suited(to descriptor: CInt, environment: (String) -> String?) -> Colour {
    let isUnwanted = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    return Colour(isOn: isatty(descriptor) == 1 && !isUnwanted && environment("TERM") != "dumb")
  }

  /// The text in a style, or as it is.
  func paint(_ text: String, _ style: Style?) -> String {
    guard isOn, let style, !text.isEmpty else { return text }
    return "\u{1B}[\(style.code)m\(text)\u{1B}[0m"
  }
}
