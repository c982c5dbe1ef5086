import AudioSessionSystem
import Glibc

/// Reads small files and folders, such as those of `/proc` and Flatpak.
enum SmallFile {
  /// The first `limit` bytes of a regular file, with invalid UTF-8 repaired; nil if it can't be
  /// read, or is something else, such as a pipe on which a read would wait.
  static func text(_ path: String, limit: Int = 65_536) -> String? {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    guard let number = try? SystemCall.perform(.open, { open(path, flags) }) else { return nil }
    let file = FileDescriptor(number)
    return text(of: file.number, limit: limit)
  }

  /// The first `limit` bytes of an open file, from its offset; nil as above.
  static func text(of number: CInt, limit: Int) -> String? {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < limit {
      guard
        let count = try? SystemCall.perform(.read, { Glibc.read(number, &piece, piece.count) })
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
