import Glibc

/// The reason that a path can't be listened at.
package enum SocketFileError: Error, Equatable, Sendable {
  /// The path isn't 1…107 bytes, or contains a zero byte.
  case badPath(String)
  /// Another process listens there, or is about to.
  case taken(String)
  /// There is a file other than a socket; it stays.
  case notASocket(String)
  /// A system call failed on this path.
  case failed(String, Errno)
}

extension SocketFileError: CustomStringConvertible {
  /// A sentence with the path, the error, and what was expected.
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

/// A listening socket at a path that this process owns.
///
/// A daemon that was killed leaves its file behind, so an old file has to be removed; but two that
/// start at once must not take the path from each other. A lock file beside it decides, and is held
/// for life. It is never removed: a process waiting on it would then hold a lock that nobody sees.
package struct SocketFile: ~Copyable, Sendable {
  /// The socket, nonblocking, to accept from.
  package let listener: Socket
  private let path: String
  /// Nil, like the identity, if the file belongs to the service manager, and stays.
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

  /// Uses a socket that a service manager created; its file is never removed.
  ///
  /// - Parameters:
  ///   - listener: The socket, nonblocking.
  ///   - path: Its name in messages.
  package init(inherited listener: consuming Socket, path: String) {
    self.init(listener: listener, path: path, lock: nil, identity: nil)
  }

  /// Takes over `path`: locks it, removes a dead socket, and listens.
  ///
  /// - Parameters:
  ///   - path: The path, in an existing folder; the lock file is `path` with `.lock` appended.
  ///   - backlog: The number of connections that may wait to be accepted.
  /// - Returns: The listening socket, open to everybody.
  /// - Throws: The reason; at most a dead socket was removed.
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

  /// Stops listening and removes the file, unless it is another process's by now.
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

  /// Removes a socket that a dead daemon left; under the lock no other daemon creates one.
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

/// The kind of file at a path to listen at.
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
