import AudioSessionSystem
import Foundation

/// One datagram of a daemon to its service manager.
package struct ServiceMessage {
  /// The `KEY=VALUE` lines.
  package var fields: [String: String]
  /// Who sent it, by the kernel's word.
  package var pid: Int32?
  /// What came beside it; whoever takes the message is to close them.
  package var descriptors: [CInt]

  /// Takes the next one from a socket that asked for credentials; nil if there is none.
  init?(from socket: CInt) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    // Aligned as the kernel's structures want it.
    var control = [UInt64](repeating: 0, count: 64)
    var count = 0
    var controlCount = 0
    bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var text = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        withUnsafeMutablePointer(to: &text) { text in
          var header = msghdr()
          header.msg_iov = text
          header.msg_iovlen = 1
          header.msg_control = control.baseAddress
          header.msg_controllen = control.count
          let flags = CInt(MSG_DONTWAIT) | CInt(MSG_CMSG_CLOEXEC)
          count = recvmsg(socket, &header, flags)
          controlCount = header.msg_controllen
        }
      }
    }
    guard count >= 0 else { return nil }
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    let pairs = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    fields = Dictionary(
      pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") },
      uniquingKeysWith: { $1 }
    )
    descriptors = []
    control.withUnsafeBytes { readControl(UnsafeRawBufferPointer(rebasing: $0[..<controlCount])) }
  }

  /// Reads the structures that cmsg(3) describes: a length, a level, a type, and the data.
  private mutating func readControl(_ control: UnsafeRawBufferPointer) {
    let headerSize = 16
    var start = 0
    while start + headerSize <= control.count {
      let length = control.load(fromByteOffset: start, as: Int.self)
      let type = control.load(fromByteOffset: start + 12, as: CInt.self)
      let numbers = stride(from: start + headerSize, to: start + length, by: 4).map {
        control.load(fromByteOffset: $0, as: CInt.self)
      }
      if type == 1 { descriptors = numbers } else { pid = numbers.first }
      start += (length + 7) / 8 * 8
    }
  }

  /// Whether it has these lines.
  package func has(_ wanted: [String: String]) -> Bool {
    wanted.allSatisfy { fields[$0.key] == $0.value }
  }
}
