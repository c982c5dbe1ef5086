/// Colours of the output, which are on only for a terminal whose user wants them.
package struct Colour: Equatable, Sendable {
  /// The meaning of a piece of text, rather than its look.
  package enum Style: Equatable, Sendable {
    case heading, good, warning, bad, faint
    /// On a full screen, the line that the keys act on.
    case selected

    fileprivate var code: String {
      switch self {
      case .heading: "1"
      case .good: "32"
      case .warning: "33"
      case .bad: "31"
      case .faint: "2"
      case .selected: "7"
      }
    }
  }

  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  /// Whether to colour, by the first of these that says so: the option `--color`, the variables
  /// `SYSTEMD_COLORS` and `NO_COLOR`, and whether the output is a terminal that has colours.
  ///
  /// - Parameters:
  ///   - option: `always`, `never`, `auto`, or nil.
  ///   - isTerminal: Whether the output is a terminal.
  ///   - environment: The environment's variables.
  /// - Returns: Colours, on or off.
  static func suited(
    to option: String?,
    isTerminal: Bool,
    environment: (String) -> String?
  ) -> Colour {
    switch option {
    case "always": return Colour(isOn: true)
    case "never": return Colour(isOn: false)
    default: break
    }
    let isCapable = isTerminal && environment("TERM") != "dumb"
    // As in systemd: a truth value, a number of colours, or "auto-" and such a number.
    switch environment("SYSTEMD_COLORS")?.lowercased() {
    case nil, "": break
    case "0", "no", "n", "false", "f", "off": return Colour(isOn: false)
    case let mode? where mode.hasPrefix("auto"): return Colour(isOn: isCapable)
    default: return Colour(isOn: true)
    }
    let isUnwanted = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    return Colour(isOn: isCapable && !isUnwanted)
  }

  /// The text in a style; unchanged if colours are off.
  package func paint(_ text: String, _ style: Style?) -> String {
    guard isOn, let style, !text.isEmpty else { return text }
    return "\u{1B}[\(style.code)m\(text)\u{1B}[0m"
  }
}
