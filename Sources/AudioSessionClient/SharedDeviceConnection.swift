import AudioSessionJSON
import AudioSessionWire

/// A connection to a bridge by which a program has the shared device of a house, or waits for it.
///
/// It is used by two threads at most: one that waits for news, and one that ends it.
package struct SharedDeviceConnection: ~Copyable, Sendable {
  private let connection: SocketConnection

  /// Connects to the first bridge that is there, and begins.
  ///
  /// - Parameter paths: Where it may be.
  /// - Throws: ``ClientError/unavailable(tried:_:)`` if there is no bridge, or
  ///   ``ClientError/disconnected``.
  package init(at paths: [String] = HouseSocket.candidates()) throws(ClientError) {
    let made = try SocketConnection(toFirstOf: paths)
    try made.send(line: HouseSocket.begin)
    connection = made
  }

  /// Begins anew: the device is asked for if another machine has got it meanwhile.
  ///
  /// - Throws: ``ClientError/disconnected``.
  package func begin() throws(ClientError) { try connection.send(line: HouseSocket.begin) }

  /// Waits for news without a limit, and passes them on.
  ///
  /// - Parameter take: Is given each.
  /// - Throws: ``ClientError/disconnected`` at the end, or ``ClientError/protocolViolation(_:)``.
  package func follow(_ take: (DeviceNews) -> Void) throws(ClientError) {
    var lines = LineSplitter(lineBytes: 4_096)
    var buffer = [UInt8](repeating: 0, count: 1_024)
    while true {
      try connection.wait(by: TimeLimit(nil))
      guard let count = try connection.receive(into: &buffer) else { continue }
      lines.append(buffer.span.extracting(..<count))
      while let line = lines.next() {
        guard case .line(let range) = line,
          let value = try? JSONValue(parsing: lines.bytes.span.extracting(range))
        else { throw .protocolViolation("a line that is no news") }
        if let news: DeviceNews = value.received() { take(news) }
      }
    }
  }

  /// Gives the device back; whoever waits for news is told of the end.
  package func end() { connection.shutDown() }
}
