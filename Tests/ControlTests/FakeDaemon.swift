import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import audiosessionctl

/// A daemon played by a thread: it answers one request after the other as it was told to.
final class FakeDaemon: Sendable {
  /// What a request is answered with.
  enum Answer: Sendable {
    case result(JSONValue)
    /// The result, and lines that follow it.
    case resultAndThen(JSONValue, [String])
    case error(JSONValue)
  }

  private let heard = Mutex<[String]>([])
  private let number: CInt
  private let clientNumber: CInt

  init() throws {
    (clientNumber, number) = try connectedSockets()
    // Only the client's end is to be nonblocking.
    _ = fcntl(clientNumber, F_SETFL, O_NONBLOCK)
  }

  /// Runs a command line against the daemon.
  ///
  /// - Parameters:
  ///   - line: The program's arguments.
  ///   - answers: What each request is answered with, in order; then the daemon goes.
  /// - Returns: What was printed, what failed, and the requests that were made.
  /// - Throws: What keeps the test from being run at all.
  static func run(
    _ line: [String],
    _ answers: [Answer]
  ) throws -> (printed: String, failure: Failure?, requests: [String]) {
    let fake = try FakeDaemon()
    let thread = Thread { fake.serve(answers) }
    thread.start()
    let invocation = try Invocation(line)
    guard case .remote(let action)? = invocation.verb?.action else { return ("", nil, []) }
    let socket = Socket(FileDescriptor(fake.clientNumber))
    var daemon = Daemon(BlockingClient(socket, path: "/fake"), timeout: .seconds(50))
    let file = try TemporaryFile()
    var output = Output(to: file.number, .plain)
    var failure: Failure?
    do {
      try action(invocation, &daemon, &output)
      try output.flush()
    } catch {
      failure = error
    }
    return (try file.text(), failure, fake.heard.withLock { $0 })
  }

  private func serve(_ answers: [Answer]) {
    var splitter = LineSplitter(lineBytes: 65_536)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var rest = answers[...]
    while !rest.isEmpty {
      let count = read(number, &buffer, buffer.count)
      guard count > 0 else { break }
      splitter.append(buffer.span.extracting(first: count))
      while case .line(let range)? = splitter.next(), let answer = rest.popFirst() {
        guard let request = try? JSONValue(parsing: splitter.bytes.span.extracting(range)) else {
          break
        }
        heard.withLock {
          $0.append("\(request["method"]?.string ?? "?") \(request["params"]?.text ?? "")")
        }
        send(answer, id: request["id"] ?? .null)
      }
    }
    close(number)
  }

  private func send(_ answer: Answer, id: JSONValue) {
    switch answer {
    case .result(let result): send(["id": id, "result": result])
    case .resultAndThen(let result, let lines):
      send(["id": id, "result": result])
      for line in lines { send(line) }
    case .error(let error): send(["id": id, "error": error])
    }
  }

  private func send(_ message: JSONValue) { send(message.text) }

  private func send(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    // A client that has heard enough goes before all is said.
    _ = bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
  }
}

/// What is printed goes here, and is read again.
private final class TemporaryFile {
  let number: CInt

  init() throws {
    var template = Array("/tmp/ctl-XXXXXX".utf8CString)
    number = try SystemCall.perform(.open) { mkstemp(&template) }
    unlink(template)
  }

  deinit { close(number) }

  func text() throws -> String {
    lseek(number, 0, SEEK_SET)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = try SystemCall.perform(.read) { read(number, &buffer, buffer.count) }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
