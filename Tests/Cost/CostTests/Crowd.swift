import Foundation
import TestSupport

/// Sixteen users who make the daemon hold as much as it lets them; see Tests/Support/TestCrowd/main.c.
final class Crowd {
  private let process: ChildProcess
  private let orders = Pipe()
  private let words = Pipe()

  /// Starts it; it goes on at each order.
  init(at socketPath: String) throws {
    process = try ChildProcess(
      "audiosession-test-crowd",
      [socketPath, "100000", "16", "250", "4"],
      descriptors: [
        0: orders.fileHandleForReading.fileDescriptor,
        1: words.fileHandleForWriting.fileDescriptor,
      ]
    )
    // So that what it says ends with it.
    try words.fileHandleForWriting.close()
  }

  func goOn() throws { try orders.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

  /// Whether it has said something.
  var hasWord: Bool {
    var request = pollfd(
      fd: words.fileHandleForReading.fileDescriptor,
      events: Int16(POLLIN),
      revents: 0
    )
    return poll(&request, 1, 0) > 0
  }

  /// What it says next.
  ///
  /// - Throws: That it says nothing.
  func word() throws -> String {
    let number = words.fileHandleForReading.fileDescriptor
    try Patience.wait(for: POLLIN, on: number, "the crowd's word")
    // What is there: a FileHandle would wait for as many bytes as it is asked for.
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(number, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func leave() throws { try process.kill() }
}
