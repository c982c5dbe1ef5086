import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Dispatch
import Glibc

@testable import ControlTop
@testable import audiosessionctl

/// What a daemon may answer to audiosessionctl: it prints that or says what is wrong, and a terminal
/// obeys nothing of it.
enum AnswersTarget {
  private static let lines: [[String]] = [
    ["status"], ["list"], ["show", "7"], ["show", "music"], ["explain", "7"], ["log"],
    ["policy", "show"], ["policy", "test", "--category", "playback"], ["evict", "music"],
    ["status", "-j"], ["list", "-j"],
  ]

  /// What is printed goes here, and is read again.
  private static let file: CInt = {
    var template = Array("/tmp/audiosession-fuzz-XXXXXX".utf8CString)
    let number = mkstemp(&template)
    unlink(template)
    return number
  }()

  static func run(_ input: [UInt8]) {
    var choices = Choices(input)
    let choice = choices.number(below: lines.count + 1)
    guard choice < lines.count else { return top(&choices) }
    guard let invocation = try? Invocation(lines[choice]),
      case .remote(let action)? = invocation.verb?.action
    else { fatalError("\(lines[choice]) asks no daemon") }
    var ends: [CInt] = [0, 0]
    let type = CInt(SOCK_STREAM.rawValue)
    Checks.holds(socketpair(AF_UNIX, type, 0, &ends) == 0, "no sockets")
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let (client, number, rest) = (ends[0], ends[1], choices)
    let served = DispatchGroup()
    DispatchQueue.global().async(group: served) { serve(rest, on: number) }
    let shown = perform(action, invocation, client)
    served.wait()
    let hidden = shown.unicodeScalars.filter { $0 != "\n" && $0.isInvisible }
    Checks.holds(hidden.isEmpty, "a terminal would obey \(hidden) in \(shown)")
  }

  private static func perform(
    _ action: (Invocation, inout Daemon, inout Output) throws(Failure) -> Void,
    _ invocation: Invocation,
    _ number: CInt
  ) -> String {
    ftruncate(file, 0)
    lseek(file, 0, SEEK_SET)
    var output = Output(to: file, Presentation(clock: .utc))
    var daemon = Daemon(
      BlockingClient(Socket(FileDescriptor(number)), path: "/fuzz"),
      // An answer to another request is none; nothing else would end the wait.
      timeout: .milliseconds(100)
    )
    var text = ""
    do throws(Failure) {
      try action(invocation, &daemon, &output)
    } catch {
      text = error.message ?? ""
      Checks.holds(!text.isEmpty || error.exitStatus != 0, "a failure without a word")
    }
    do throws(Failure) { try output.flush() } catch { fatalError("can't write") }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_CUR)))
    lseek(file, 0, SEEK_SET)
    bytes.removeLast(bytes.count - max(0, read(file, &bytes, bytes.count)))
    return text + String(decoding: bytes, as: UTF8.self)
  }

  /// Answers one request after the other, with what fits more or less, until the bytes are used up.
  private static func serve(_ given: Choices, on number: CInt) {
    var choices = given
    var splitter = LineSplitter(lineBytes: 65_536)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(number, &buffer, buffer.count)
      guard count > 0, !choices.isEmpty else { break }
      splitter.append(buffer.span.extracting(first: count))
      while case .line(let range)? = splitter.next() {
        guard let request = try? JSONValue(parsing: splitter.bytes.span.extracting(range)),
          let method = request["method"]?.string.flatMap(Method.init), let id = request["id"]
        else { fatalError("no request") }
        let bytes = answer(to: method, id, &choices)
        _ = bytes.withUnsafeBytes {
          send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
      }
    }
    shutdown(number, CInt(SHUT_RDWR))
    close(number)
  }

  private static func answer(
    to method: Method,
    _ id: JSONValue,
    _ choices: inout Choices
  ) -> [UInt8] {
    if choices.once(in: 16) { return choices.line() + [UInt8(ascii: "\n")] }
    var composer = Composer(choices, wrongIn: choices.once(in: 2) ? 12 : nil)
    let result = composer.value(method.specification.result)
    choices = composer.choices
    let reply: JSONValue = ["id": id, "result": result]
    return Array("\(reply.text)\n".utf8)
  }

  /// The screen of `top`, which keeps what it was told.
  private static func top(_ choices: inout Choices) {
    var model = Model(place: "/fuzz", size: .init(columns: 100, rows: 30))
    let now: Int64 = 1_764_000_000_000_000
    for _ in 0..<20 where !choices.isEmpty {
      var composer = Composer(choices, wrongIn: choices.once(in: 2) ? 12 : nil)
      let value = composer.value(
        choices.once(in: 2)
          ? Method.serverStatus.specification.result : Method.sessionList.specification.result
      )
      choices = composer.choices
      if let status: StatusResult = value.received() { model.take(status, at: now) }
      if let list: SessionListResult = value.received() { model.take(list, at: now) }
      model.settle()
      _ = model.interval(at: now)
    }
  }
}
