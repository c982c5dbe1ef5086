import AudioSessionSystem
import Foundation

/// A process of its own for the daemon to look at, whose connections the test speaks over.
///
/// It ends with the last reference to it.
package final class ClientProcess {
  private let child: ChildProcess
  private let control: Socket
  /// Those that the process has open, by their number in it; nil where one was closed.
  private var connections: [ClientConnection?] = []

  package var pid: Int32 { child.pid }

  /// Starts the process, and waits until it is its user's.
  ///
  /// - Parameters:
  ///   - user: Whose it is; counts for root only.
  ///   - group: Its one group; counts for root only.
  ///   - groups: Supplementary groups; counts for root only.
  /// - Throws: Why it can't be started.
  package init(
    user: UInt32,
    group: UInt32,
    groups: Range<UInt32> = 0..<0
  ) throws(ProcessFault) {
    let ends = try connectedSockets(SOCK_SEQPACKET)
    let other = FileDescriptor(ends.other)
    control = Socket(FileDescriptor(ends.one))
    child = try ChildProcess(
      "audiosession-test-client",
      ["\(user)", "\(group)", "\(groups.lowerBound)", "\(groups.upperBound)"],
      descriptors: [0: other.number]
    )
    _ = try answer(to: "start")
  }

  /// Connects to the daemon at `path`.
  package func connect(to path: String) throws(ProcessFault) -> ClientConnection {
    guard let number = try command("c\(path)") else {
      throw ProcessFault("the client handed over no connection")
    }
    let connection = ClientConnection(Socket(FileDescriptor(number)))
    // The kernel gives it the lowest number that is free, as here.
    if let free = connections.firstIndex(where: { $0 == nil }) {
      connections[free] = connection
    } else {
      connections.append(connection)
    }
    return connection
  }

  /// Closes one connection, and returns when nobody has it open any more.
  package func close(_ connection: ClientConnection) throws(ProcessFault) {
    guard let index = connections.firstIndex(where: { $0 === connection }) else { return }
    connection.drop()
    _ = try command("x\(index)")
    connections[index] = nil
  }

  /// Makes it another user's, for good.
  package func become(user: UInt32) throws(ProcessFault) { _ = try command("u\(user)") }

  /// Gives it another name, which the daemon sees when it connects.
  package func name(_ name: String) throws(ProcessFault) { _ = try command("n\(name)") }

  /// Forks a child that holds all the connections until the test has gone.
  package func forkHolder() throws(ProcessFault) { _ = try command("f") }

  /// Kills the process; with it go its connections, for nobody else holds them.
  package func die() throws(ProcessFault) {
    for connection in connections { connection?.drop() }
    try child.kill()
  }

  /// Kills the process, while the test still holds its connections open.
  package func dieHeld() throws(ProcessFault) { try child.kill() }

  /// A command and its answer, with the descriptor that the answer carries.
  private func command(_ text: String) throws(ProcessFault) -> CInt? {
    let bytes = Array(text.utf8)
    guard Glibc.send(control.number, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
      throw ProcessFault("the client has gone")
    }
    return try answer(to: text)
  }

  /// Waits for the answer to a command.
  private func answer(to text: String) throws(ProcessFault) -> CInt? {
    try Patience.wait(for: POLLIN, on: control.number, "the client's answer to '\(text)'")
    let (code, descriptor) = receive()
    guard code == 0 else {
      throw ProcessFault("'\(text)': \(code.map { String(cString: strerror($0)) } ?? "has gone")")
    }
    return descriptor
  }

  /// One packet: its byte, and the descriptor beside it, laid out as cmsg(3) has it.
  private func receive() -> (code: CInt?, descriptor: CInt?) {
    let headerSize = MemoryLayout<cmsghdr>.size
    return withUnsafeTemporaryAllocation(byteCount: headerSize + 8, alignment: 8) { rights in
      var byte: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &byte) { text in
        var vector = iovec(iov_base: text.baseAddress, iov_len: 1)
        return withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = rights.baseAddress
          message.msg_controllen = rights.count
          let count = recvmsg(control.number, &message, CInt(MSG_CMSG_CLOEXEC))
          if message.msg_controllen == 0 { return (count, false) }
          return (count, true)
        }
      }
      guard count.0 == 1 else { return (nil, nil) }
      let descriptor = count.1 ? rights.load(fromByteOffset: headerSize, as: CInt.self) : nil
      return (CInt(byte), descriptor)
    }
  }
}
