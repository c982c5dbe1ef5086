import ConfigurationFile
import Glibc

extension ConfigurationSource {
  /// The agent's files on this machine.
  ///
  /// - Parameter file: The one that was named, in place of all others.
  /// - Returns: Which files are read.
  static func agent(file: String?) -> ConfigurationSource {
    if let file { return .file(file) }
    return .agent(shippedFolder: shippedFolder, configurationHome: configurationHome)
  }

  /// Where the shipped rules of this program are; nil if that can't be known.
  private static var shippedFolder: String? {
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    return shippedFolder(ofProgram: String(cString: program))
  }

  /// `lib/audiosession` beside the folder of the program, so that it is there wherever the program
  /// was installed; `config` of the checkout for one that was built and not installed.
  static func shippedFolder(ofProgram path: String) -> String? {
    let folders = path.split(separator: "/")
    if let build = folders.lastIndex(of: ".build") {
      return "/\((folders[..<build] + ["config"]).joined(separator: "/"))"
    }
    let prefix = folders.dropLast(2)
    return prefix.isEmpty ? nil : "/\(prefix.joined(separator: "/"))/lib/audiosession"
  }

  /// `$XDG_CONFIG_HOME`, or what stands for it.
  private static var configurationHome: String? {
    environment("XDG_CONFIG_HOME") ?? environment("HOME").map { "\($0)/.config" }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
