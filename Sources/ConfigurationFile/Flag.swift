/// Yes and no as configuration writes them.
package enum Flag {
  /// The words of systemd's own files, in capitals or not; nil if it is none of them.
  package static func parse(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "yes", "y", "true", "t", "on": true
    case "0", "no", "n", "false", "f", "off": false
    default: nil
    }
  }
}
