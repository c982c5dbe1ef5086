import Glibc

/// A stream that is read to its end, or written as a whole; both wait for the other side.
package enum WholeStream {
  /// Reads up to the end.
  ///
  /// - Parameters:
  ///   - number: The descriptor's number.
  ///   - limit: Reading stops as soon as there are more bytes than these.
  /// - Returns: What was read.
  /// - Throws: The error of read(2).
  package static func read(from number: CInt, upTo limit: Int = .max) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = try SystemCall.perform(.read) { Glibc.read(number, &piece, piece.count) }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return bytes
  }

  /// Writes all bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - number: The descriptor's number.
  /// - Throws: The error of write(2); some of the bytes may be written then.
  package static func write(_ bytes: [UInt8], to number: CInt) throws(Errno) {
    var start = 0
    while start < bytes.count {
      let rest = bytes.span.extracting(start...)
      start += try SystemCall.perform(.write) {
        rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      }
    }
  }
}
