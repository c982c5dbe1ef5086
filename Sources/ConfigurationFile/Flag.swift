/// Booleans in the configuration's notation.
package enum Flag {
  /// Reads the words that systemd's files accept, in any case; nil if the text is none of them.
  package static func parse(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "yes", "y", "true", "t", "on": true
    case "0", "no", "n", "false", "f", "off": false
    default: nil
    }
  }
}
