import CAudioSessionLinux
import Glibc

/// A nonblocking Unix datagram socket that sends to one address.
package struct DatagramSocket: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Connects to an address.
  ///
  /// - Parameter address: A path, or a name in the kernel's abstract namespace after an `@`.
  /// - Throws: `ENAMETOOLONG` if it can't be an address; otherwise the error of connect(2).
  package init(to address: String) throws(Errno) {
    guard let target = SocketAddress(manager: address) else {
      throw Errno(.connect, ENAMETOOLONG)
    }
    let kind = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = try SystemCall.perform(.socket) { socket(AF_UNIX, kind, 0) }
    let opened = FileDescriptor(number)
    try SystemCall.perform(.connect) { target.withPointer { Glibc.connect(number, $0, $1) } }
    descriptor = opened
  }

  /// The kernel's number, for a poller, while this value lives.
  package var number: CInt { descriptor.number }

  /// Sends one datagram.
  ///
  /// - Parameters:
  ///   - bytes: The datagram.
  ///   - companion: A descriptor to duplicate into the receiver; nil for none.
  /// - Returns: False if the receiver currently has no room for it.
  /// - Throws: Among others `ECONNREFUSED` (nobody receives any more) and `EMSGSIZE`.
  package func send(_ bytes: [UInt8], with companion: CInt? = nil) throws(Errno) -> Bool {
    let number = number
    let count = try SystemCall.attempt(.sendmsg) {
      audiosession_send_datagram(number, bytes, UInt(bytes.count), companion ?? -1)
    }
    return count != nil
  }
}
