import Foundation

/// What the kernel knows of a socket, without a connection to it.
package enum SocketState {
  /// Whether somebody listens at a path: the file is there a moment before that, and whoever connects
  /// in between is refused.
  package static func isListening(at path: String) -> Bool {
    // To its end by reading: the file has no size.
    let file = try? FileHandle(forReadingFrom: URL(filePath: "/proc/net/unix"))
    guard let sockets = try? file?.readToEnd() else { return false }
    // A crowd has tens of thousands of lines, so only those with the name are taken apart.
    let end = Data(" \(path)\n".utf8)
    var rest = sockets.startIndex..<sockets.endIndex
    while let found = sockets.range(of: end, in: rest) {
      let line = sockets[..<found.lowerBound].suffix(80).split(separator: UInt8(ascii: "\n")).last
      // __SO_ACCEPTCON
      if line?.split(separator: UInt8(ascii: " "))[3].elementsEqual("00010000".utf8) == true {
        return true
      }
      rest = found.upperBound..<sockets.endIndex
    }
    return false
  }
}
