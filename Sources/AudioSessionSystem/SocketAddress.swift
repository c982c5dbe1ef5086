import Glibc

/// The address of a Unix socket, a path or an abstract name, for `bind` and `connect`.
package struct SocketAddress: Sendable {
  /// The longest path that fits, in bytes: `sun_path` less the zero at its end.
  package static let longestPath = 107

  /// The path and the zero that C wants at its end, or a zero and an abstract name.
  private let path: [UInt8]

  private init(bytes: [UInt8]) { path = bytes }

  /// Nil if the path is empty, longer than ``longestPath``, or contains a zero byte.
  package init?(path: String) {
    let bytes = Array(path.utf8)
    guard 1...SocketAddress.longestPath ~= bytes.count, !bytes.contains(0) else { return nil }
    self.init(bytes: bytes + [0])
  }

  /// Reads a service manager's address: a path, or `@` and a name in the abstract namespace.
  init?(manager address: String) {
    guard address.hasPrefix("@") else {
      self.init(path: address)
      return
    }
    let name = Array(address.utf8.dropFirst())
    guard 1...SocketAddress.longestPath ~= name.count, !name.contains(0) else { return nil }
    self.init(bytes: [0] + name)
  }

  /// Calls `body` with the address in the kernel's form.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    // An abstract name is as long as it is said to be; a path ends with its zero.
    let isAbstract = path.first == 0
    let family = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
    let size = isAbstract ? family + path.count : MemoryLayout<sockaddr_un>.size
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
    }
  }
}
