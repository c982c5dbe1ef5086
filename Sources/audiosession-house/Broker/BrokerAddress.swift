/// Where a broker is: `HOST`, `HOST:PORT` or `[IPv6]:PORT`.
struct BrokerAddress: Equatable, Sendable, CustomStringConvertible {
  var host: String
  /// Nil: 1883, or 8883 by TLS.
  var port: UInt16?

  /// What ``init(_:)`` accepts, to follow the word "expected".
  static let expected = "HOST, HOST:PORT or [IPv6]:PORT"

  /// - Returns: Nil if the text is no address.
  init?(_ text: String) {
    let (host, port): (Substring, Substring?)
    if text.hasPrefix("[") {
      guard let end = text.lastIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count <= 2 else { return nil }
      (host, port) = (parts[0], parts.count == 2 ? parts[1] : nil)
    }
    let isWord = host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    guard !host.isEmpty, isWord else { return nil }
    self.host = String(host)
    if let port {
      guard let number = UInt16(port), number > 0 else { return nil }
      self.port = number
    }
  }

  var description: String {
    let host = self.host.utf8.contains(UInt8(ascii: ":")) ? "[\(self.host)]" : self.host
    return port.map { "\(host):\($0)" } ?? host
  }
}
