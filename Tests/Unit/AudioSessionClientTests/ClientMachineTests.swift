import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

struct ClientMachineTests {
  @Test func `requests are numbered lines, sent in as many pieces as the kernel takes`() {
    var machine = ClientMachine()
    _ = machine.request(.serverStatus)
    _ = machine.request(.sessionGet, ["session": 7])
    var sent: [UInt8] = []
    while machine.hasUnsent {
      machine.flush { bytes in
        sent += bytes.prefix(11)
        return min(bytes.count, 11)
      }
    }
    #expect(
      String(decoding: sent, as: UTF8.self) == """
        {"jsonrpc":"2.0","id":1,"method":"server.status","params":{}}
        {"jsonrpc":"2.0","id":2,"method":"session.get","params":{"session":7}}

        """
    )
  }

  @Test(arguments: [1, 2, 7, 1000])
  func `replies and notifications come out the same however the bytes were cut`(
    pieces: Int
  ) throws {
    var machine = ClientMachine()
    let (first, second) = (machine.request(.serverStatus), machine.request(.policyGet))
    let stream = """
      {"jsonrpc":"2.0","method":"a.one","params":{"seq":1}}
      {"jsonrpc":"2.0","id":2,"result":"second"}\r

      {"jsonrpc":"2.0","method":"b.two"}
      {"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"No.","data":{"name":"notPermitted"}}}
      {"jsonrpc":"2.0","method":"half
      """
    let bytes = Array(stream.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try machine.receive(Array(bytes[start..<min(start + pieces, bytes.count)]).span)
    }
    #expect(machine.takeReply(to: second) == .success("second"))
    #expect(machine.takeReply(to: second) == nil)
    let refusal = ErrorReply(code: -32001, message: "No.", data: .init(name: "notPermitted"))
    #expect(machine.takeReply(to: first) == .failure(refusal))
    var notifications: [String] = []
    while let notification = machine.takeNotification() {
      notifications.append("\(notification.method) \(notification.params.text)")
    }
    #expect(notifications == [#"a.one {"seq":1}"#, "b.two {}"])
  }

  @Test func `a line may be longer than any that a client may send`() throws {
    var machine = ClientMachine()
    let number = machine.request(.sessionList)
    let text = String(repeating: "x", count: 3_000_000)
    let line = Array(#"{"jsonrpc":"2.0","id":1,"result":"\#(text)"}"#.utf8) + [10]
    for start in stride(from: 0, to: line.count, by: 65_536) {
      try machine.receive(Array(line[start..<min(start + 65_536, line.count)]).span)
    }
    #expect(machine.takeReply(to: number) == .success(.string(text)))
  }

  @Test func `a line without end is given up at its limit, for good`() throws {
    var machine = ClientMachine()
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<64 { try machine.receive(piece.span) }
    let error = ClientError.protocolViolation("a line of more than 67108864 bytes")
    #expect(throws: error) { try machine.receive(piece.span) }
    #expect(throws: error) { try machine.receive(Array("\n{\"method\":\"a\"}\n".utf8).span) }
    #expect(throws: error) { try machine.nextMessage() }
  }

  @Test func `notifications that nobody takes are no more than so many`() throws {
    var machine = ClientMachine()
    let line = Array("{\"method\":\"a\"}\n".utf8)
    for _ in 0..<ClientMachine.waitingNotifications { try machine.receive(line.span) }
    #expect(throws: ClientError.protocolViolation("more than 65536 notifications at once")) {
      try machine.receive(line.span)
    }
    #expect(machine.takeNotification()?.method == "a")
  }

  @Test func `a line that no daemon sends: a protocol violation that says what it was`() {
    let neither = "a message that is neither a reply nor a notification"
    let unasked = "a reply to a request that was not made"
    let empty = "a reply with neither a result nor an error"
    let rows = [
      ("no JSON", #"a line that is not JSON (expected a value at byte 0)"#),
      ("[]", neither), ("7", neither), (#"{"result":1}"#, neither),
      (#"{"id":2,"result":1}"#, unasked), (#"{"id":"1","result":1}"#, unasked),
      (#"{"id":null,"result":1}"#, unasked), (#"{"id":1}"#, empty),
      (#"{"id":1,"error":{"code":"x"}}"#, empty),
    ]
    for (line, what) in rows {
      #expect(failure(of: line) == .protocolViolation(what), "\(line)")
    }
  }

  @Test func `an error without an id is the daemon's word about the connection`() {
    let line = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"Too many."}}"#
    #expect(failure(of: line) == .refused(ErrorReply(code: -32003, message: "Too many.")))
  }

  @Test func `a refusal has all that the rules say of it`() throws {
    let error: JSONValue = [
      "code": 561_017_449, "message": "Held.",
      "data": [
        "name": "insufficientPriority", "fourCC": "!pri", "rule": "R59",
        "cell": "exclusive.phoneCall",
        "by": ["session": 5, "name": "phone", "priority": "phoneCall"],
      ],
    ]
    let reply = try #require(error.received(as: ErrorReply.self))
    #expect(
      [reply.message, reply.name, reply.fourCC, reply.rule, reply.cell]
        == ["Held.", "insufficientPriority", "!pri", "R59", "exclusive.phoneCall"]
    )
    #expect(reply.code == 561_017_449)
    #expect(reply.by == BlockerObject(session: 5, name: "phone", priority: .phoneCall))
  }

  private func failure(of line: String) -> ClientError? {
    var machine = ClientMachine()
    _ = machine.request(.serverStatus)
    do {
      try machine.receive(Array("\(line)\n".utf8).span)
      return nil
    } catch {
      return error
    }
  }
}
