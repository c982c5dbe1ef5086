import AudioSessionJSON
import AudioSessionWire
import Foundation

/// A headless Chromium, which is spoken to over two pipes, by the DevTools protocol.
///
/// It ends with the last reference to it.
package final class Browser {
  /// The program, which Debian has in the package `chromium`.
  private static let program = "/usr/bin/chromium"

  package static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: program)
  }

  private let folder: TemporaryDirectory
  private let process: ChildProcess
  private let writing: CInt
  private let reading: CInt
  private var received: [UInt8] = []
  private var lastID: Int64 = 0
  /// The events that came while something else was waited for.
  private var events: [JSONValue] = []

  /// Starts the browser.
  ///
  /// - Throws: Why it can't be started.
  package init() throws {
    folder = try TemporaryDirectory()
    let input = try connectedSockets()
    let output = try connectedSockets()
    (writing, reading) = (input.one, output.one)
    let null = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for number in [null, input.other, output.other] { close(number) } }
    process = try ChildProcess(
      Browser.program,
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--disable-dev-shm-usage", "--force-color-profile=srgb", "--no-first-run",
        "--disable-background-networking", "--remote-debugging-pipe",
        "--user-data-dir=\(folder.path)",
      ],
      descriptors: [0: null, 1: null, 2: null, 3: input.other, 4: output.other],
      environment: ["HOME": folder.path]
    )
  }

  deinit {
    // It ends by itself once nobody speaks to it; what it still writes needs its folder.
    close(writing)
    close(reading)
    _ = try? process.wait()
  }

  /// Opens a file.
  ///
  /// - Throws: What the browser says instead.
  package func open(file path: String) throws -> BrowserPage {
    let target = try call("Target.createTarget", ["url": "about:blank"])
    let attached = try call(
      "Target.attachToTarget",
      ["targetId": target["targetId"] ?? .null, "flatten": true]
    )
    let page = BrowserPage(self, session: attached["sessionId"] ?? .null)
    try page.load(file: path)
    return page
  }

  /// Makes a request and waits for its result.
  func call(
    _ method: String,
    _ parameters: JSONValue,
    session: JSONValue? = nil
  ) throws(ProcessFault) -> JSONValue {
    lastID += 1
    var message: [JSONValue.Member] = [
      .init("id", .number("\(lastID)")), .init("method", .string(method)),
      .init("params", parameters),
    ]
    if let session { message.append(.init("sessionId", session)) }
    try send(JSONValue.object(message).text)
    while true {
      let answer = try next()
      guard answer["id"]?.integer == lastID else {
        events.append(answer)
        continue
      }
      guard let result = answer["result"] else {
        throw ProcessFault("\(method): \(answer["error"]?.text ?? "")")
      }
      return result
    }
  }

  /// Waits for an event, and drops those before it.
  func wait(for event: String, session: JSONValue) throws(ProcessFault) {
    while true {
      let message = events.isEmpty ? try next() : events.removeFirst()
      if message["method"]?.string == event, message["sessionId"] == session { return }
    }
  }

  /// Messages end with a zero.
  private func send(_ text: String) throws(ProcessFault) {
    let bytes = Array(text.utf8) + [0]
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.send(writing, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 || errno == EINTR else { throw ProcessFault("the browser has gone") }
      start += max(count, 0)
    }
  }

  private func next() throws(ProcessFault) -> JSONValue {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let end = received.firstIndex(of: 0) {
        let text = Array(received[..<end])
        received.removeSubrange(...end)
        guard let message = try? JSONValue(parsing: text.span) else {
          throw ProcessFault("the browser said \(String(decoding: text, as: UTF8.self))")
        }
        return message
      }
      // A browser takes its time to start on a machine that has other things to do.
      try Patience.wait(for: POLLIN, on: reading, "the browser")
      let count = recv(reading, &buffer, buffer.count, 0)
      guard count > 0 else { throw ProcessFault("the browser has ended") }
      received += buffer[..<count]
    }
  }
}
