/// The application in the name of a process's unit, by systemd's conventions for desktops.
///
/// `app[-LAUNCHER]-ID-RANDOM.scope`, `app[-LAUNCHER]-ID[@RANDOM].service`; Flatpak is a launcher.
enum DesktopUnit {
  /// The desktop id in the unit's name, without `.desktop`; nil if the unit is no application's.
  static func applicationID(inUnit unit: String) -> String? {
    let prefix = "app-"
    guard unit.hasPrefix(prefix), let dot = unit.lastIndex(of: ".") else { return nil }
    var name = unit[..<dot].dropFirst(prefix.count)
    switch unit[dot...] {
    case ".scope":
      guard let dash = name.lastIndex(of: "-") else { return nil }
      name = name[..<dash]
    case ".service":
      if let at = name.lastIndex(of: "@") { name = name[..<at] }
    default: return nil
    }
    // Dashes within the id are escaped, so that the last one ends the launcher.
    let last = name.lastIndex(of: "-").map { name[name.index(after: $0)...] } ?? name
    guard !last.isEmpty else { return nil }
    return unescaped(last)
  }

  /// Whether the unit is that of a Flatpak's sandbox, all of which is one application.
  static func isFlatpak(_ unit: String) -> Bool { unit.hasPrefix("app-flatpak-") }

  /// The text with each `\xHH` as the byte that it stands for; see systemd.unit(5).
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.first {
      let escape = rest.prefix(4)
      if escape.count == 4, escape.starts(with: "\\x".utf8),
        let value = UInt8(Substring(escape.dropFirst(2)), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(4)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
