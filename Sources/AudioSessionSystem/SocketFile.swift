import Glibc

/// Why a path can't be listened at.
package enum SocketFileError: Error, Equatable, Sendable {
  /// Not 1…107 bytes, or with a zero byte in it.
  case badPath(String)
  /// Somebody listens there, or is about to.
  case taken(String)
  /// What is there is no socket, and stays.
  case notASocket(String)
  /// A system call failed on this path.
  case failed(String, Errno)
}

extension SocketFileError: CustomStringConvertible {
  /// For people: the path, what is wrong, and what would be right.
  package var description: String {
    switch self {
    case .badPath(let path):
      "\(path): expected a path of 1 to \(SocketAddress.longestPath) bytes for a socket, "
        + "found \(path.utf8.count)"
    case .taken(let path): "\(path): taken; expected nobody else to listen there"
    case .notASocket(let path): "\(path): expected a socket or nothing, found another file"
    case .failed(let path, let errno): "\(path): \(errno)"
    }
  }
}

/// A listening socket at a path that is ours alone.
///
/// A daemon that was killed leaves its file behind, so an old file must go; but two that start at
/// once must not take the path from each other. A lock beside it decides, and is kept for life. Its
/// file is never removed: somebody may wait on it who would then hold a lock that nobody sees.
package struct SocketFile: ~Copyable, Sendable {
  /// The socket, nonblocking, to accept from.
  package let listener: Socket
  private let path: String
  /// Nil, like the identity: the file is somebody else's, and stays.
  private let lock: FileDescriptor?
  private let identity: FileIdentity?

  private init(
    listener: consuming Socket,
    path: String,
    lock: consuming FileDescriptor?,
    identity: FileIdentity?
  ) {
    self.listener = listener
    self.path = path
    self.lock = lock
    self.identity = identity
  }

  /// Accepts from a socket that a service manager made and listens on; its file is never removed.
  ///
  /// - Parameters:
  ///   - listener: The socket, nonblocking.
  ///   - path: What it is called in messages.
  package init(inherited listener: consuming Socket, path: String) {
    self.init(listener: listener, path: path, lock: nil, identity: nil)
  }

  /// Takes over `path`: locks it, removes a socket on which nobody answers, and listens.
  ///
  /// - Parameters:
  ///   - path: Where to listen, in a folder that exists; the lock is `path` with `.lock`.
  ///   - backlog: How many connections may wait to be accepted.
  /// - Returns: The socket, listening and open to everybody.
  /// - Throws: The reason; nothing but a dead socket was removed.
  package static func takeOver(
    _ path: String,
    backlog: CInt
  ) throws(SocketFileError) -> SocketFile {
    guard let address = SocketAddress(path: path) else { throw .badPath(path) }
    let lock = try lock(path)
    try removeStale(path)
    do throws(Errno) {
      let listener = try Socket.unconnected(blocking: false)
      try listener.bind(to: address)
      guard let identity = try FileIdentity(of: path) else { throw Errno(.lstat, ENOENT) }
      try listener.listen(backlog: backlog)
      return SocketFile(listener: listener, path: path, lock: lock, identity: identity)
    } catch {
      throw .failed(path, error)
    }
  }

  /// Stops listening and removes the file, unless it is another's by now: the orderly end.
  package consuming func remove() throws(Errno) {
    guard let identity, try FileIdentity(of: path) == identity else { return }
    try SystemCall.perform(.unlink) { unlink(path) }
  }

  private static func lock(_ path: String) throws(SocketFileError) -> FileDescriptor {
    let lockPath = path + ".lock"
    do throws(Errno) {
      let number = try SystemCall.perform(.open) {
        open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      }
      let lock = FileDescriptor(number)
      if try SystemCall.attempt(.flock, { flock(number, LOCK_EX | LOCK_NB) }) != nil { return lock }
    } catch {
      throw .failed(lockPath, error)
    }
    throw .taken(path)
  }

  /// Removes a socket that a dead daemon left; under the lock no other of our kind makes one.
  private static func removeStale(_ path: String) throws(SocketFileError) {
    let occupant: Occupant
    do throws(Errno) {
      occupant = try Occupant(of: path)
      if occupant == .deadSocket { try SystemCall.perform(.unlink) { unlink(path) } }
    } catch {
      throw .failed(path, error)
    }
    switch occupant {
    case .nothing, .deadSocket: break
    case .liveSocket: throw .taken(path)
    case .otherFile: throw .notASocket(path)
    }
  }
}

/// What is at a path where we want to listen.
private enum Occupant {
  case nothing, deadSocket, liveSocket, otherFile

  init(of path: String) throws(Errno) {
    guard let found = try FileIdentity(of: path) else {
      self = .nothing
      return
    }
    self = found.isSocket ? .liveSocket : .otherFile
    guard found.isSocket else { return }
    do {
      _ = try Socket.connect(to: path, blocking: false)
    } catch {
      switch error.code {
      case ECONNREFUSED: self = .deadSocket
      case ENOENT: self = .nothing
      case EAGAIN, EPROTOTYPE: break  // A full queue, or a socket of another type: somebody lives.
      default: throw error
      }
    }
  }
}
