import AudioSessionWire

/// The scripts that make shells complete the program's command lines.
enum CompletionScript {
  static let shells = ["bash", "zsh", "fish"]

  static let methods = Method.allCases.map { $0.rawValue }

  /// The script for a shell; nil if there is none.
  static func text(for shell: String) -> String? {
    switch shell {
    case "bash": text(PackageResources.audiosessionctl_bash)
    case "zsh": text(PackageResources.audiosessionctl_zsh)
    case "fish": text(PackageResources.audiosessionctl_fish)
    default: nil
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
