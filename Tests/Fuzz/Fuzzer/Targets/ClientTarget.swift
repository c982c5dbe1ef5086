import AudioSessionClient
import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import Synchronization

@testable import AudioSession

/// What a daemon may say to a program that uses the library for Swift: every call ends once, and what
/// the library asks is right.
enum ClientTarget {
  static func run(_ input: [UInt8]) {
    var choices = Choices(input)
    let program = Program()
    for _ in 0..<120 where !choices.isEmpty { program.step(&choices) }
    program.end()
  }
}

/// A number that calls from any thread may raise.
private final class Count: Sendable {
  let number = Atomic(0)
}

/// A program with two sessions, and the daemon that it believes to speak with.
private final class Program {
  private var client = ClientState(application: "fuzz")
  private var keys: [SessionKey] = []
  private var now: Int64 = 0
  private var isConnected = false
  /// The ids of requests that weren't answered.
  private var waiting: [(id: Int64, method: Method)] = []
  private var begun = 0
  private let ended = Count()

  init() {
    for _ in 0..<2 {
      guard let key = client.add(Opening()) else { fatalError("no session") }
      keys.append(key)
    }
  }

  func step(_ choices: inout Choices) {
    switch choices.number(below: 8) {
    case 0: call(choices.element(of: Program.operations), choices.element(of: keys))
    case 1: now += Int64(choices.byte()) * 50_000_000
    case 2: disconnect(.unavailable(paths: [], reason: "it ended"))
    case 3: hear(choices.line())
    case 4: notify(&choices)
    case 5: answer(&choices, isRight: true)
    default: answer(&choices, isRight: false)
    }
    settle()
  }

  private static let operations: [AudioSession.Operation] = [
    .open, .configure(Configuration(category: .playback)), .activate(), .activate(ifSeq: 3),
    .deactivate(notifyingOthers: true), .endScope(notifyingOthers: false, hasActivated: true),
    .report(playing: true, recording: nil, foreground: nil), .mute(input: nil, output: true),
    .preferInput("mic"), .overrideOutput(toSpeaker: true), .renew(.seconds(5)), .refresh, .route,
    .turn(after: 0),
  ]

  private func call(_ operation: AudioSession.Operation, _ key: SessionKey) {
    begun += 1
    let ended = ended
    let call = Call(session: key, operation: operation, limit: now + 3_000_000_000) { _ in
      ended.number.add(1, ordering: .relaxed)
    }
    client.begin(call, client.nextCallNumber(), at: now)
  }

  private func hear(_ message: JSONValue) { hear(Array(message.text.utf8)) }

  private func hear(_ line: [UInt8]) {
    guard isConnected else { return }
    let bytes = line + [UInt8(ascii: "\n")]
    do throws(ClientError) {
      try client.received(bytes.span, at: now)
    } catch {
      disconnect(AudioSessionError(error, at: []))
    }
  }

  private func disconnect(_ error: AudioSessionError) {
    guard isConnected else { return }
    isConnected = false
    waiting = []
    client.disconnected(error, at: now)
  }

  private func notify(_ choices: inout Choices) {
    let method = choices.element(of: NotificationMethod.allCases)
    var composer = Composer(choices, wrongIn: choices.once(in: 3) ? 8 : nil)
    let params = composer.value(.object(method.specification.parameters))
    choices = composer.choices
    hear(["method": .string(method.rawValue), "params": params])
  }

  private func answer(_ choices: inout Choices, isRight: Bool) {
    guard !waiting.isEmpty else { return }
    let (id, method) = waiting.remove(at: choices.number(below: waiting.count))
    var composer = Composer(choices, wrongIn: isRight ? nil : 8)
    var result = composer.value(method.specification.result)
    choices = composer.choices
    if !isRight, choices.once(in: 3) {
      result = ["code": -32001, "message": "no", "data": ["name": "noSuchSession", "by": result]]
      return hear(["id": .number("\(id)"), "error": result])
    }
    hear(["id": .number("\(id)"), "result": result])
  }

  /// Does what the library wants done.
  private func settle() {
    if client.timePassed(now) { isConnected = false }
    if client.wantsConnection(at: now), !isConnected {
      isConnected = true
      waiting = []
      client.connected(at: now)
    }
    var sent: [UInt8] = []
    client.machine.flush { bytes in
      sent += Array(UnsafeRawBufferPointer(bytes))
      return bytes.count
    }
    for line in sent.split(separator: UInt8(ascii: "\n")) { take(Array(line)) }
    for callback in client.takeCallbacks() { callback.perform() }
    for (_, session) in client.sessions {
      Checks.holds(0...1 ~= session.status.gain, "a gain of \(session.status.gain)")
    }
  }

  private func take(_ line: [UInt8]) {
    var incoming = IncomingLine()
    incoming.read(line.span, limits: Limits())
    let text = String(decoding: line, as: UTF8.self)
    guard let message = incoming.next(), let method = message.method, isRight(message.content)
    else { fatalError("it asks \(text)") }
    if let id = (try? JSONValue(parsing: line.span))?["id"]?.integer {
      waiting.append((id, method))
    }
  }

  /// Whether the library made a right request.
  ///
  /// A port's name is what the program or an earlier daemon said, and the daemon's to judge.
  private func isRight(_ content: Result<Request, RPCError>) -> Bool {
    switch content {
    case .success: true
    case .failure(.invalidParams(let fault)): fault.place == "preferredInput"
    case .failure: false
    }
  }

  func end() {
    disconnect(.unavailable(paths: [], reason: "it ended"))
    now += 10_000_000_000
    settle()
    for key in keys { client.remove(key) }
    now += 10_000_000_000
    settle()
    let ended = ended.number.load(ordering: .relaxed)
    Checks.holds(begun == ended, "of \(begun) calls \(ended) have ended")
  }
}
