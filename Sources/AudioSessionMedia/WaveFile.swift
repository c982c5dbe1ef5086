import Glibc

/// The sizes in a WAV file, which are written last, and never by a process that dies.
enum WaveFile {
  /// Has the sizes in the header say what the file holds by now.
  static func correctSizes(of path: String) {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    var header = [UInt8](repeating: 0, count: 256)
    let count = pread(file, &header, header.count, 0)
    guard fstat(file, &status) == 0, count >= 12 else { return }
    guard let data = start(ofData: header[..<count]) else { return }
    write(Int(status.st_size) - 8, to: file, at: 4)
    write(Int(status.st_size) - data, to: file, at: data - 4)
  }

  /// Where the samples begin; nil if the header doesn't say so.
  static func start(ofData header: ArraySlice<UInt8>) -> Int? {
    guard header.starts(with: Array("RIFF".utf8)) else { return nil }
    var offset = 12
    while offset + 8 <= header.count {
      if header[offset..<offset + 4].elementsEqual("data".utf8) { return offset + 8 }
      let size = (0..<4).reduce(0) { $0 | Int(header[offset + 4 + $1]) << (8 * $1) }
      offset += 8 + size + size % 2
    }
    return nil
  }

  private static func write(_ size: Int, to file: CInt, at offset: Int) {
    var bytes = UInt32(clamping: size).littleEndian
    pwrite(file, &bytes, 4, off_t(offset))
  }
}
