import CAudioSessionLinux
import Glibc

/// A Unix datagram socket that speaks to one address, and never waits for it.
package struct DatagramSocket: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Speaks to whoever receives at an address.
  ///
  /// - Parameter address: A path, or a name in the kernel's abstract namespace after an `@`.
  /// - Throws: `ENAMETOOLONG` for what can't be an address, otherwise what connect(2) says.
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
  ///   - bytes: What it says.
  ///   - companion: A descriptor that the receiver gets a duplicate of; nil: none.
  /// - Returns: False if the receiver has no room for it now.
  /// - Throws: Among others `ECONNREFUSED` (nobody receives any more) and `EMSGSIZE`.
  package func send(_ bytes: [UInt8], with companion: CInt? = nil) throws(Errno) -> Bool {
    let number = number
    let count = try SystemCall.attempt(.sendmsg) {
      audiosession_send_datagram(number, bytes, UInt(bytes.count), companion ?? -1)
    }
    return count != nil
  }
}
