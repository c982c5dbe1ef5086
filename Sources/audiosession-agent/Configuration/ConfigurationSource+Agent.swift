import AudioSessionConfigurationFile
import Glibc

extension ConfigurationSource {
  /// The agent's files on this machine.
  ///
  /// - Parameter file: The file given by `--config`, which replaces all others.
  /// - Returns: The files to read.
  static func agent(file: String?) -> ConfigurationSource {
    if let file { return .file(file) }
    return .agent(shippedFolder: shippedFolder, configurationHome: configurationHome)
  }

  /// The folder of this program's shipped rules; nil if it can't be determined.
  private static var shippedFolder: String? {
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    return shippedFolder(ofProgram: String(cString: program))
  }

  /// `lib/audiosession` beside the program's folder, wherever it is installed; `config` of the
  /// checkout for a program that isn't installed.
  static func shippedFolder(ofProgram path: String) -> String? {
    let folders = path.split(separator: "/")
    if let build = folders.lastIndex(of: ".build") {
      return "/\((folders[..<build] + ["config"]).joined(separator: "/"))"
    }
    let prefix = folders.dropLast(2)
    return prefix.isEmpty ? nil : "/\(prefix.joined(separator: "/"))/lib/audiosession"
  }

  /// `$XDG_CONFIG_HOME`, or its default.
  static var configurationHome: String? {
    environment("XDG_CONFIG_HOME") ?? environment("HOME").map { "\($0)/.config" }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
