import Glibc

/// The reason for which a file or folder can't be read.
enum ReadingFault: Error, Equatable {
  /// There is none.
  case absent
  /// The file is larger than any configuration needs to be.
  case tooLarge
  case failed(String)
}

/// Reads whole files and lists folders.
enum TextFile {
  /// The largest size of a configuration file, in bytes.
  static let largest = 1 << 20

  /// The bytes of the file.
  static func read(_ path: String) throws(ReadingFault) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw fault(errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw fault(errno)
      }
      bytes += piece.prefix(count)
      guard bytes.count <= largest else { throw .tooLarge }
    }
  }

  /// The names in the folder, hidden ones left out, in no order.
  static func names(in folder: String) throws(ReadingFault) -> [String] {
    guard let stream = opendir(folder) else { throw fault(errno) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw fault(errno) }
    return names
  }

  private static func fault(_ code: CInt) -> ReadingFault {
    code == ENOENT ? .absent : .failed(String(cString: strerror(code)))
  }
}
