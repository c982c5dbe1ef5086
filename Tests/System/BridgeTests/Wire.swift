import Foundation
import Synchronization
import TestSupport

/// A wire to the broker that can be cut, and that delays and repeats what it carries: a proxy between a
/// port of this machine and the broker's socket.
final class Wire: Sendable {
  /// What the wire does.
  struct Manner: Sendable {
    var delay: ClosedRange<Int> = 0...0
    /// The share of messages from the broker that arrive twice.
    var duplication = 0.0
    var state = State.whole

    enum State { case whole, stalled, cut }

    static let good = Manner()
  }

  let port: UInt16
  private let listener: CInt
  private let broker: String
  private let manner = Mutex(Manner.good)
  private let isOver = Mutex(false)

  /// - Parameters:
  ///   - broker: The broker's socket.
  ///   - seed: The seed of what is random.
  /// - Throws: That there is no port.
  init(to broker: String, seed: UInt64 = 1) throws {
    self.broker = broker
    (listener, port) = try Wire.listen()
    Thread.detachNewThread { [self] in run(SplitMix64(seed: seed)) }
  }

  /// A socket that listens at a free port of this machine.
  private static func listen() throws -> (CInt, UInt16) {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> CInt in
        guard bind(number, pointer, size) == 0, Glibc.listen(number, 16) == 0 else { return -1 }
        return getsockname(number, pointer, &size)
      }
    }
    guard result == 0 else { throw ProcessFault("no port: \(String(cString: strerror(errno)))") }
    return (number, UInt16(bigEndian: address.sin_port))
  }

  /// Changes what the wire does; connections end when it is cut.
  func become(_ new: Manner) { manner.withLock { $0 = new } }

  /// Ends the wire and its thread.
  func end() { isOver.withLock { $0 = true } }

  private func run(_ random: SplitMix64) {
    var random = random
    var carriers: [Carrier] = []
    while !isOver.withLock({ $0 }) {
      let manner = manner.withLock { $0 }
      if manner.state == .cut {
        for carrier in carriers { carrier.end() }
        carriers = []
      }
      var requests = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      if manner.state == .whole { requests += carriers.flatMap { $0.requests } }
      poll(&requests, nfds_t(requests.count), 5)
      if requests[0].revents != 0 { accept(manner, &carriers) }
      guard manner.state == .whole else { continue }
      for carrier in carriers { carrier.carry(manner, &random) }
      carriers = carriers.filter { !$0.isOver }
    }
    for carrier in carriers { carrier.end() }
    close(listener)
  }

  private func accept(_ manner: Manner, _ carriers: inout [Carrier]) {
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { return }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    guard manner.state != .cut, let carrier = Carrier(client, to: broker) else {
      close(client)
      return
    }
    carriers.append(carrier)
  }
}

/// A connection that a wire carries.
private final class Carrier {
  private struct Piece {
    var bytes: [UInt8]
    var time: ContinuousClock.Instant
  }

  private let client: CInt
  private let broker: CInt
  private var up: [Piece] = []
  private var down: [Piece] = []
  /// What has come from the broker of a message that isn't whole.
  private var partial: [UInt8] = []
  private(set) var isOver = false
  /// Whether the client has ended; what it had said before still arrives.
  private var isEnding = false

  init?(_ client: CInt, to path: String) {
    guard let socket = try? connectedSocket(to: path) else { return nil }
    (self.client, broker) = (client, socket)
  }

  var requests: [pollfd] {
    [client, broker].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  func end() {
    guard !isOver else { return }
    isOver = true
    close(client)
    close(broker)
  }

  func carry(_ manner: Wire.Manner, _ random: inout SplitMix64) {
    let goesOn = read(client) { bytes in
      up.append(Piece(bytes: bytes, time: time(manner, after: up.last?.time, &random)))
    }
    if !goesOn { isEnding = true }
    let isHeard = read(broker) { bytes in
      partial += bytes
      while let message = takeMessage() {
        // One that isn't answered is sent again: QoS 1, with the mark of a repetition.
        let isRepeated =
          message[0] & 0xF6 == 0x32 && Double.random(in: 0..<1, using: &random) < manner.duplication
        let time = time(manner, after: down.last?.time, &random)
        down.append(Piece(bytes: message, time: time))
        if isRepeated { down.append(Piece(bytes: [message[0] | 0x08] + message[1...], time: time)) }
      }
    }
    write(&up, to: broker)
    if !isEnding { write(&down, to: client) }
    if !isHeard || isEnding && up.isEmpty { end() }
  }

  private func time(
    _ manner: Wire.Manner,
    after last: ContinuousClock.Instant?,
    _ random: inout SplitMix64
  ) -> ContinuousClock.Instant {
    let time = ContinuousClock.now + .milliseconds(Int.random(in: manner.delay, using: &random))
    return max(time, last ?? time)
  }

  /// The next whole message of the broker: a byte, its length in seven bits a byte, and the rest.
  private func takeMessage() -> [UInt8]? {
    var (length, shift, place) = (0, 0, 1)
    while true {
      guard place < partial.count else { return nil }
      length |= Int(partial[place] & 0x7F) << shift
      place += 1
      if partial[place - 1] & 0x80 == 0 { break }
      shift += 7
    }
    guard partial.count >= place + length else { return nil }
    defer { partial.removeFirst(place + length) }
    return Array(partial[..<(place + length)])
  }

  /// Reads all that has come; false at the end of the connection.
  private func read(_ number: CInt, _ take: ([UInt8]) -> Void) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(number, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      guard count > 0 else { return count < 0 && errno == EAGAIN }
      take(Array(buffer[..<count]))
    }
  }

  private func write(_ pieces: inout [Piece], to number: CInt) {
    while !isOver, let piece = pieces.first, piece.time <= .now {
      let count = send(number, piece.bytes, piece.bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
      if count < 0 && errno == EAGAIN { return }
      guard count >= 0 else { return end() }
      if count == piece.bytes.count {
        pieces.removeFirst()
      } else {
        pieces[0].bytes.removeFirst(count)
      }
    }
  }
}

/// A socket that is connected to a path.
private func connectedSocket(to path: String) throws -> CInt {
  let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let result = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(number, $0, size) }
  }
  guard result == 0 else {
    close(number)
    throw ProcessFault("\(path): \(String(cString: strerror(errno)))")
  }
  return number
}
