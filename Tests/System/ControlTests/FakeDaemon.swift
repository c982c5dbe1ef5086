import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import audiosessionctl
@testable import ControlCore

/// A daemon played by a thread: it answers one request after the other as it was told to.
final class FakeDaemon: Sendable {
  /// What a request is answered with.
  enum Answer: Sendable {
    case result(JSONValue)
    /// The result, and lines that follow it.
    case resultAndThen(JSONValue, [String])
    case error(JSONValue)
    /// Nothing, as of a daemon that hangs; the last request may be one that isn't waited for.
    case silence
  }

  private let heard = Mutex<[String]>([])

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
    let fake = FakeDaemon()
    let file = try TemporaryFile()
    var output = Output(to: file.number, .plain)
    let failure =
      switch try Invocation(line).verb?.action {
      case .remote(let action)?: try fake.run(action, line, answers, &output)
      case .program(let action)?: try fake.run(action, line, answers, &output)
      case .local?, nil: nil as Failure?
      }
    if case .silence? = answers.last {
      try Condition.wait("the last request") {
        fake.heard.withLock { $0.count } == answers.count
      }
    }
    return (try file.text(), failure, fake.heard.withLock { $0 })
  }

  private func run(
    _ action: (Invocation, inout Daemon, inout Output) throws(Failure) -> Void,
    _ line: [String],
    _ answers: [Answer],
    _ output: inout Output
  ) throws -> Failure? {
    let (client, number) = try connectedSockets()
    // Only the client's end is to be nonblocking.
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    Thread { self.serve(answers, on: number) }.start()
    let invocation = try Invocation(line)
    var daemon = Daemon(
      BlockingClient(Socket(FileDescriptor(client)), path: "/fake"),
      timeout: invocation.has("timeout") ? invocation.timeout : .seconds(50)
    )
    do throws(Failure) {
      try action(invocation, &daemon, &output)
      try output.flush()
      return nil
    } catch {
      return error
    }
  }

  /// Runs a verb that connects itself, once; `hello` is answered, and isn't among the requests.
  private func run(
    _ action: (Invocation, inout Output) throws(Failure) -> CInt,
    _ line: [String],
    _ answers: [Answer],
    _ output: inout Output
  ) throws -> Failure? {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "socket")
    let listener = try Socket.unconnected(blocking: true)
    try listener.bind(to: #require(SocketAddress(path: path)))
    try listener.listen(backlog: 1)
    let listening = fcntl(listener.number, F_DUPFD_CLOEXEC, 0)
    let thread = Thread {
      let number = accept(listening, nil, nil)
      close(listening)
      // Nobody else is to connect.
      unlink(path)
      self.serve([.result([:])] + answers, on: number)
    }
    thread.start()
    do throws(Failure) {
      _ = try action(try Invocation(["--socket", path] + line), &output)
      try output.flush()
      return nil
    } catch {
      guard case .daemonWent(let sentence) = error else { return error }
      return .daemonWent(sentence.replacing(path, with: "/fake"))
    }
  }

  private func serve(_ answers: [Answer], on number: CInt) {
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
        let method = request["method"]?.string ?? "?"
        if method != "hello" {
          heard.withLock { $0.append("\(method) \(request["params"]?.text ?? "")") }
        }
        send(answer, id: request["id"] ?? .null, on: number)
      }
    }
    // A child that another test has started may have a copy, which closing wouldn't end.
    shutdown(number, CInt(SHUT_RDWR))
    close(number)
  }

  private func send(_ answer: Answer, id: JSONValue, on number: CInt) {
    switch answer {
    case .result(let result): send(["id": id, "result": result], on: number)
    case .resultAndThen(let result, let lines):
      send(["id": id, "result": result], on: number)
      for line in lines { send(line, on: number) }
    case .error(let error): send(["id": id, "error": error], on: number)
    case .silence: break
    }
  }

  private func send(_ message: JSONValue, on number: CInt) { send(message.text, on: number) }

  private func send(_ line: String, on number: CInt) {
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
