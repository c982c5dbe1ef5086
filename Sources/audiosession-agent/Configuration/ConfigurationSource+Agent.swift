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

  /// `lib/audiosession` beside the folder of this program, so that it is there wherever the
  /// program was installed; nil if that can't be known.
  private static var shippedFolder: String? {
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    let folders = String(cString: program).split(separator: "/").dropLast(2)
    return folders.isEmpty ? nil : "/\(folders.joined(separator: "/"))/lib/audiosession"
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
