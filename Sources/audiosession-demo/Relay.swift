import AudioSessionSystem
import Glibc

/// A program of the story, from inside: a process of its own that passes on what the demo and the
/// daemon say to each other.
///
/// To the daemon it is the client, and dies like one. What it says is decided by the demo.
enum Relay {
  /// Connects to the daemon and passes bytes on, until the demo or the daemon ends the connection.
  static func run(socketPath: String) throws(Failure) {
    let daemon: Socket
    do {
      daemon = try Socket.connect(to: socketPath, blocking: true)
    } catch {
      throw .unusable("\(socketPath): \(error)")
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let ends = [STDIN_FILENO, daemon.number]
    while true {
      var requests = ends.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&requests, nfds_t(requests.count), -1)
      for (from, to) in [(0, 1), (1, 0)] where requests[from].revents != 0 {
        let count = read(ends[from], &buffer, buffer.count)
        if count <= 0 { return }
        try Output.write(buffer[..<count], to: ends[to])
      }
    }
  }
}
