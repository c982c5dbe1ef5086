import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionServer
import AudioSessionTypes
import AudioSessionWire

/// Conversations of several clients with one daemon, in virtual time: each request has one answer, all
/// that is said is in order, and nothing stays behind.
enum ConversationTarget {
  static func run(_ input: [UInt8]) {
    var choices = Choices(input)
    var house = Conversation()
    for _ in 0..<200 where !choices.isEmpty { house.step(&choices) }
    house.end()
  }
}

/// A daemon, its clients, and what they were told.
private struct Conversation {
  private let daemon = MemoryDaemon()
  private var observer = ConnectionID(0)
  /// The clients that are connected, each with the number of the latest decision that it was told of.
  private var clients: [(id: ConnectionID, pid: Int32, seq: Int64)] = []
  private var lastID: Int64 = 0

  init() { observe() }

  /// Connects somebody who sees all, so that the state can be looked at.
  private mutating func observe() {
    let peer = MemoryPeer(pid: 1, uid: 0, comm: "observer", grants: Set(Grant.allCases))
    observer = daemon.connect(as: peer)
    _ = ask(.hello, ["protocol": 1], observer)
  }

  mutating func step(_ choices: inout Choices) {
    switch choices.number(below: 16) {
    case 0: connect(Int32(2 + choices.number(below: 4)), choices.byte())
    case 1: daemon.advance(to: later(by: Int64(choices.byte()) * 100))
    case 2: daemon.skip(to: later(by: Int64(choices.byte()) * 100))
    case 3: leave(&choices)
    case 4: say(&choices)
    default: request(&choices)
    }
    hear(expecting: nil)
    checkState()
  }

  private func later(by milliseconds: Int64) -> Instant {
    daemon.now.advanced(by: .milliseconds(milliseconds))
  }

  private mutating func connect(_ pid: Int32, _ rights: UInt8) {
    guard clients.count < 6 else { return }
    let uid: UInt32 = rights & 1 == 0 ? 1000 : 1001
    let grants = rights & 2 == 0 ? Set(Grant.allCases) : []
    let peer = MemoryPeer(pid: pid, uid: uid, comm: "client", grants: grants)
    clients.append((daemon.connect(as: peer), pid, 0))
    guard rights & 4 == 0, let client = clients.last else { return }
    _ = ask(.hello, ["protocol": 1, "events": ["lifecycle"]], client.id)
  }

  /// A client, its process, or the daemon ends.
  private mutating func leave(_ choices: inout Choices) {
    let kind = choices.number(below: 8)
    if kind == 0 {
      daemon.restart(isOrderly: choices.once(in: 2))
      clients = []
      observe()
    } else if !clients.isEmpty {
      let client = clients.remove(at: choices.number(below: clients.count))
      guard kind < 3 else { return daemon.disconnect(client.id) }
      clients.removeAll { $0.pid == client.pid }
      daemon.endProcess(pid: client.pid)
    }
  }

  /// Says whatever bytes there are, perhaps without an end.
  private mutating func say(_ choices: inout Choices) {
    guard !clients.isEmpty else { return }
    let client = choices.number(below: clients.count)
    let isWhole = choices.once(in: 2)
    daemon.receive(choices.line() + (isWhole ? [UInt8(ascii: "\n")] : []), from: clients[client].id)
  }

  private mutating func request(_ choices: inout Choices) {
    guard !clients.isEmpty else { return connect(2, 0) }
    let client = clients[choices.number(below: clients.count)]
    let method = choices.element(of: Method.allCases)
    var composer = Composer(choices, wrongIn: choices.once(in: 8) ? 8 : nil)
    let parameters = composer.parameters(of: method)
    choices = composer.choices
    _ = ask(method, parameters, client.id)
  }

  /// Makes a request behind what the client may have begun to say, and returns the answer.
  private mutating func ask(
    _ method: Method,
    _ parameters: JSONValue,
    _ client: ConnectionID
  ) -> JSONValue? {
    lastID += 1
    let line = "\n\(Composer.line(method, parameters, id: lastID))\n"
    hear(expecting: nil)
    daemon.receive(Array(line.utf8), from: client)
    return hear(expecting: (client, lastID))
  }

  /// Takes what was said: the answer exactly once if one is expected.
  @discardableResult
  private mutating func hear(expecting expected: (ConnectionID, Int64)?) -> JSONValue? {
    var answer: JSONValue?
    for case .bytes(let id, let bytes) in daemon.takeOutput() {
      Checks.holds(bytes.last == UInt8(ascii: "\n"), "a line without an end")
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let text = Array(line)
        guard let value = try? JSONValue(parsing: text.span) else {
          fatalError("not JSON: \(String(decoding: text, as: UTF8.self))")
        }
        if let expected, id == expected.0, value["id"]?.integer == expected.1 {
          Checks.holds(answer == nil, "a second answer: \(value.text)")
          answer = value
        }
        note(value["params"]?["seq"]?.integer, to: id)
      }
    }
    if let expected { Checks.holds(answer != nil, "request \(expected.1) has no answer") }
    return answer
  }

  private mutating func note(_ seq: Int64?, to id: ConnectionID) {
    guard let seq, let index = clients.firstIndex(where: { $0.id == id }) else { return }
    Checks.holds(seq >= clients[index].seq, "decision \(seq) after \(clients[index].seq)")
    clients[index].seq = seq
  }

  /// What holds of all sessions at any time.
  private mutating func checkState() {
    guard let result = ask(.sessionList, [:], observer)?["result"],
      let list: SessionListResult = result.received()
    else { fatalError("no list of sessions") }
    let sessions = list.sessions.sessions
    let active = Set(sessions.filter { $0.state == .active }.map { $0.session })
    for session in sessions {
      let text = session.json.text
      Checks.holds(0...1 ~= session.gain, "the gain of \(text)")
      Checks.holds(session.state == .active || session.gain == 1, "a silent one is ducked: \(text)")
      Checks.holds(active.isSuperset(of: session.duckedBy), "ducked by nobody: \(text)")
      if session.duckedBy.isEmpty != (session.gain == 1) {
        Checks.holds(isSilenced(session.session), "for no reason: \(text)")
      }
      Checks.holds(!session.duckedBy.contains(session.session), "ducks itself: \(text)")
    }
    Checks.holds(sessions.count { $0.nowPlaying } <= 4, "several are now playing")
  }

  /// Whether a session has no sound though nobody ducks it, by the silent switch (R62).
  private mutating func isSilenced(_ session: UInt64) -> Bool {
    let number = JSONValue.number("\(session)")
    let result = ask(.policyExplain, ["session": number], observer)?["result"]
    return result?["because"]?.array?.contains { $0["effect"] == "silenced" } == true
  }

  /// All leave, and the longest lease ends: nothing is left.
  mutating func end() {
    for client in clients { daemon.disconnect(client.id) }
    clients = []
    daemon.advance(to: daemon.now.advanced(by: .seconds(11 * 86_400)))
    let result = ask(.sessionList, [:], observer)?["result"]
    Checks.holds(result?["sessions"] == [], "left behind: \(result?.text ?? "")")
    Checks.holds(daemon.deadline.map { $0 > daemon.now } ?? true, "a deadline that has passed")
  }
}
