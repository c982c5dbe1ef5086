package import Glibc

/// Connects two sockets to each other, see socketpair(2).
///
/// No program inherits them, not even one that another thread starts meanwhile; pipe(2) can't promise
/// that.
///
/// - Parameters:
///   - type: The kind of socket.
///   - isBlocking: Whether calls on them wait.
/// - Returns: Both, for the caller to close.
/// - Throws: Why there are none.
package func connectedSockets(
  _ type: __socket_type = SOCK_STREAM,
  isBlocking: Bool = true
) throws(ProcessFault) -> (one: CInt, other: CInt) {
  var numbers: [CInt] = [-1, -1]
  let flags = SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)
  guard socketpair(AF_UNIX, CInt(type.rawValue | flags), 0, &numbers) == 0 else {
    throw ProcessFault("socketpair: \(String(cString: strerror(errno)))")
  }
  return (numbers[0], numbers[1])
}
