import Foundation

/// A socket that listens at a path, for what stands in for a daemon.
///
/// - Throws: What the kernel says against it.
package func listener(at path: String) throws(ProcessFault) -> CInt {
  let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let bound = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
  }
  guard bound == 0, listen(listener, 1) == 0 else { throw ProcessFault("\(path): \(errno)") }
  return listener
}
