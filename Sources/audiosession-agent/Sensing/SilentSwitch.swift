import AudioSessionSystem
import Glibc

/// The silent switch (R62), a file: it is on while the file exists.
///
/// So any program can operate it, even a keyboard shortcut, and the agent watches its folder.
struct SilentSwitch: Equatable {
  let path: String

  /// Finds the file; nil if the user has no runtime folder.
  init?(_ environment: (String) -> String? = SilentSwitch.variable) {
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
    path = "\(folder)/audiosession/silenced"
  }

  var isOn: Bool { access(path, F_OK) == 0 }

  /// Turns it on or off; has no effect if it already is.
  ///
  /// - Throws: The file can't be created or removed.
  func set(_ isOn: Bool) throws(Errno) {
    guard isOn else { return try remove() }
    do {
      try SystemCall.perform(.mkdir) { mkdir(folder, 0o755) }
    } catch {
      guard error.code == EEXIST else { throw error }
    }
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    _ = FileDescriptor(try SystemCall.perform(.open) { open(path, flags, 0o644) })
  }

  private func remove() throws(Errno) {
    do {
      try SystemCall.perform(.unlink) { unlink(path) }
    } catch {
      guard error.code == ENOENT else { throw error }
    }
  }

  private var folder: String { String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)) }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
