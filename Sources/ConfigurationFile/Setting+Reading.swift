import Arbitration
import AudioSessionWire

extension Setting {
  /// The key of this name in the section, or nil.
  static func named(_ key: String, in section: Section) -> Setting? {
    all.first { $0.section == section && $0.key == key }
  }

  /// Reads a single value and sets it; false if it isn't what is expected.
  func store(_ text: String, in settings: inout Settings) -> Bool {
    switch value {
    case .factor(let place, let range):
      guard let value = Setting.number(text), range ~= value else { return false }
      settings.policy[keyPath: place] = value
    case .time(let place, let range):
      guard let value = TimeSpan.parse(text), range ~= value else { return false }
      settings.policy[keyPath: place] = value
    case .flag(let place):
      guard let value = Setting.boolean(text) else { return false }
      settings.policy[keyPath: place] = value
    case .count(let place, let range):
      guard let value = Setting.wholeNumber(text), range ~= value else { return false }
      settings.limits[keyPath: place] = value
    case .outcome, .users, .groups, .units: return false
    }
    return true
  }

  private static func number(_ text: String) -> Double? {
    // No "nan", no "inf", no hexadecimal ones.
    text.allSatisfy { "0123456789.e+-".contains($0) } ? Double(text) : nil
  }

  private static func wholeNumber(_ text: String) -> Int? {
    text.allSatisfy { "0"..."9" ~= $0 } ? Int(text) : nil
  }

  /// The words of systemd's own files, in capitals or not.
  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "yes", "y", "true", "t", "on": true
    case "0", "no", "n", "false", "f", "off": false
    default: nil
    }
  }
}
