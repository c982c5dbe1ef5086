import AudioSessionSystem
import Glibc

/// Reads small files and folders, such as those of `/proc` and Flatpak.
enum SmallFile {
  /// The first `limit` bytes of a file, with invalid UTF-8 repaired; nil if it can't be read.
  static func text(_ path: String, limit: Int = 65_536) -> String? {
    guard let number = try? SystemCall.perform(.open, { open(path, O_RDONLY | O_CLOEXEC) }) else {
      return nil
    }
    let file = FileDescriptor(number)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < limit {
      guard
        let count = try? SystemCall.perform(
          .read,
          { Glibc.read(file.number, &piece, piece.count) }
        )
      else { return nil }
      if count == 0 { break }
      bytes += piece.prefix(count)
    }
    return String(decoding: bytes.prefix(limit), as: UTF8.self)
  }

  /// The target of a symbolic link; nil if it can't be read.
  static func target(ofLink path: String) -> String? {
    var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &characters, characters.count)
    guard count >= 0 else { return nil }
    return String(decoding: characters.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The names in a folder without `.` and `..`; none if it can't be read.
  static func names(inFolder path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
