import CAudioSessionLinux
import Glibc

/// A stream socket of the Unix family.
///
/// On a nonblocking socket, a call that would block isn't an error: it returns nil.
package struct Socket: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes over a descriptor that is a stream socket.
  package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The descriptor's number, for a poller, valid while this value lives.
  package var number: CInt { descriptor.number }

  /// Takes over a socket that another process created, if it has the right family and type.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor; closed if it is something else.
  ///   - isListening: Whether a listener is expected, rather than a connection.
  /// - Throws: `ENOTSOCK`, or `EPROTOTYPE` for another kind of socket.
  package init(inherited descriptor: consuming FileDescriptor, isListening: Bool) throws(Errno) {
    self.init(descriptor)
    try prepare(isListening: isListening)
  }

  /// Makes sure that an inherited socket has the right family and type, and makes it nonblocking.
  ///
  /// - Parameter isListening: Whether a listener is expected, rather than a connection.
  /// - Throws: `ENOTSOCK`, or `EPROTOTYPE` for another kind of socket.
  package func prepare(isListening: Bool) throws(Errno) {
    let expected: [(CInt, CInt)] = [
      (SO_DOMAIN, AF_UNIX), (SO_TYPE, CInt(SOCK_STREAM.rawValue)),
      (SO_ACCEPTCONN, isListening ? 1 : 0),
    ]
    for (option, value) in expected {
      var found: CInt = -1
      var size = socklen_t(MemoryLayout<CInt>.size)
      try SystemCall.perform(.getsockopt) {
        getsockopt(number, SOL_SOCKET, option, &found, &size)
      }
      guard found == value else { throw Errno(.getsockopt, EPROTOTYPE) }
    }
    let flags = try SystemCall.perform(.fcntl) { fcntl(number, F_GETFL) }
    try SystemCall.perform(.fcntl) { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Creates a close-on-exec socket that is neither bound nor connected.
  package static func unconnected(blocking: Bool) throws(Errno) -> Socket {
    let number = try SystemCall.perform(.socket) { socket(AF_UNIX, kind(blocking), 0) }
    return Socket(FileDescriptor(number))
  }

  /// Connects to the listener at `path`.
  ///
  /// - Parameters:
  ///   - path: The socket's path, 1…107 bytes; otherwise `ENAMETOOLONG` is thrown.
  ///   - blocking: Whether to wait for a place in the listener's queue, and later for bytes;
  ///     otherwise a full queue is thrown as `EAGAIN`.
  /// - Returns: The connected socket.
  /// - Throws: Among others `ENOENT` (no such path) and `ECONNREFUSED` (nobody listens).
  package static func connect(to path: String, blocking: Bool) throws(Errno) -> Socket {
    guard let address = SocketAddress(path: path) else { throw Errno(.connect, ENAMETOOLONG) }
    let socket = try unconnected(blocking: blocking)
    let number = socket.number
    try SystemCall.perform(.connect) { address.withPointer { Glibc.connect(number, $0, $1) } }
    return socket
  }

  /// Binds to a path, which must not exist, with permissions for everybody whatever the umask.
  ///
  /// The file is created with its mode: a `chmod` afterwards could follow a link that somebody put
  /// there meanwhile. The umask belongs to the process: call this before other threads create
  /// files.
  package func bind(to address: SocketAddress) throws(Errno) {
    try SystemCall.perform(.fchmod) { fchmod(number, 0o666) }
    let mask = umask(0)
    defer { umask(mask) }
    try SystemCall.perform(.bind) { address.withPointer { Glibc.bind(number, $0, $1) } }
  }

  /// Starts listening; at most `backlog` connections wait to be accepted.
  package func listen(backlog: CInt) throws(Errno) {
    try SystemCall.perform(.listen) { Glibc.listen(number, backlog) }
  }

  /// Accepts the next connection, nonblocking; nil if none is waiting.
  ///
  /// - Throws: `EMFILE`, `ENFILE`, `ENOMEM` or `ENOBUFS` for lack of resources; the connection
  ///   keeps waiting then, and a level-triggered poller keeps reporting it.
  package func accept() throws(Errno) -> Socket? {
    let number = number
    while true {
      do {
        guard let accepted = try SystemCall.attempt(.accept4, { audiosession_accept(number) })
        else { return nil }
        return Socket(FileDescriptor(accepted))
      } catch {
        // It has gone while it waited; the next may be there.
        if error.code != ECONNABORTED { throw error }
      }
    }
  }

  /// Reads the available bytes into `buffer`; returns their number, 0 at end of file, nil if none
  /// now.
  package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int? {
    try SystemCall.attempt(.recv) { recv(number, buffer.baseAddress, buffer.count, 0) }
  }

  /// Reads the available bytes over those of `buffer`; returns their number, 0 at end of file, nil
  /// if none now.
  package func receive(into buffer: inout [UInt8]) throws(Errno) -> Int? {
    var span = buffer.mutableSpan
    return try span.withUnsafeMutableBytes { bytes throws(Errno) in try receive(into: bytes) }
  }

  /// Reads the available bytes into what is free of `space`; returns their number, 0 at end of file,
  /// nil if none now.
  package func receive(into space: inout OutputSpan<UInt8>) throws(Errno) -> Int? {
    // The kernel writes into the free part, of which only what it wrote is then used.
    try space.withUnsafeMutableBufferPointer { (memory, count) throws(Errno) in
      let free = UnsafeMutableBufferPointer(rebasing: memory[count...])
      let received = try receive(into: UnsafeMutableRawBufferPointer(free))
      count += received ?? 0
      return received
    }
  }

  /// Sends as many of `bytes` as there is room for; returns their number, nil if there is no room.
  ///
  /// Never blocks, even on a blocking socket, and never raises `SIGPIPE`.
  ///
  /// - Throws: Among others `EPIPE` or `ECONNRESET` if the peer won't read it.
  package func send(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int? {
    let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
    return try SystemCall.attempt(.send) {
      Glibc.send(number, bytes.baseAddress, bytes.count, flags)
    }
  }

  /// Bounds what the kernel keeps of sent bytes that the peer hasn't read.
  ///
  /// - Parameter count: The bound, in bytes; the kernel doubles it for its own bookkeeping, and may
  ///   exceed that by one send.
  /// - Throws: `ENOTSOCK`, for what is no socket.
  package func limitUnreadOutput(to count: CInt) throws(Errno) {
    var count = count
    let size = socklen_t(MemoryLayout<CInt>.size)
    try SystemCall.perform(.setsockopt) {
      setsockopt(number, SOL_SOCKET, SO_SNDBUF, &count, size)
    }
  }

  /// A half of a connection.
  package enum Half {
    case reading, writing, both
  }

  /// Shuts down one half or both, for every holder of the socket.
  package func shutdown(_ half: Half) throws(Errno) {
    let how: CInt =
      switch half {
      case .reading: CInt(SHUT_RD)
      case .writing: CInt(SHUT_WR)
      case .both: CInt(SHUT_RDWR)
      }
    try SystemCall.perform(.shutdown) { Glibc.shutdown(number, how) }
  }

  private static func kind(_ blocking: Bool) -> CInt {
    let always = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
    return CInt(blocking ? always : always | SOCK_NONBLOCK.rawValue)
  }
}
