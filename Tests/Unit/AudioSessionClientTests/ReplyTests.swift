import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

/// Which replies belong to a request, and which none can have asked for.
struct ReplyTests {
  private static let unasked = ClientError.protocolViolation(
    "a reply to a request that was not made"
  )

  @Test func `only the id of a request that waits for its reply is taken`() {
    let ids = [
      "0", "-1", "3", "1.0", "1e0", "-0", "9223372036854775807", "9223372036854775808", #""1""#,
      "true", "[1]", "{}", "null",
    ]
    for id in ids {
      let (machine, error) = received([#"{"id":\#(id),"result":"x"}"#])
      #expect(error == Self.unasked, "\(id)")
      #expect(replies(machine) == [], "\(id)")
    }
  }

  @Test func `a second reply to one request is a violation, and the first one stays`() {
    let success = #"{"id":1,"result":"x"}"#
    let failure = #"{"id":1,"error":{"code":-32002,"message":"No."}}"#
    for first in [success, failure] {
      for second in [success, failure, #"{"id":1}"#] {
        let (machine, error) = received([first, second])
        #expect(error == Self.unasked, "\(first) \(second)")
        #expect(replies(machine) == [first == success ? "x" : "No."], "\(first) \(second)")
      }
    }
  }

  @Test func `a reply that was taken already can't come again`() throws {
    var machine = ClientMachine()
    let number = machine.request(.serverStatus)
    try machine.receive(Array((#"{"id":1,"result":"x"}"# + "\n").utf8).span)
    #expect(machine.takeReply(to: number) == .success("x"))
    #expect(throws: Self.unasked) {
      try machine.receive(Array((#"{"id":1,"result":"y"}"# + "\n").utf8).span)
    }
    #expect(machine.takeReply(to: number) == nil)
  }

  @Test func `an error has a number and a sentence, and perhaps more`() throws {
    let bare = ErrorReply(code: -50, message: "No.")
    let rows: [(error: String, reply: ErrorReply?)] = [
      (#"{"code":-50,"message":"No."}"#, bare),
      (#"{"code":-50,"message":"No.","data":{},"later":1}"#, bare),
      (#"{"code":-50,"message":"No.","data":[1]}"#, bare),
      (
        #"{"code":-50,"message":"No.","data":{"name":"later","later":1}}"#,
        ErrorReply(code: -50, message: "No.", data: .init(name: "later"))
      ),
      (#"{"message":"No."}"#, nil), (#"{"code":"-50","message":"No."}"#, nil),
      (#"{"code":1.5,"message":"No."}"#, nil), (#"{"code":null,"message":"No."}"#, nil),
      (#"{"code":-50}"#, nil), (#"{"code":-50,"message":7}"#, nil), ("{}", nil), ("null", nil),
      ("[]", nil), (#""No.""#, nil),
    ]
    for row in rows {
      #expect(try JSONValue(parsing: row.error).received() == row.reply, "\(row.error)")
      let (machine, error) = received([#"{"id":1,"error":\#(row.error)}"#])
      let empty = ClientError.protocolViolation("a reply with neither a result nor an error")
      #expect(error == (row.reply == nil ? empty : nil), "\(row.error)")
      #expect(replies(machine) == (row.reply == nil ? [] : ["No."]), "\(row.error)")
    }
    let named: JSONValue = [
      "name": "n", "fourCC": "4", "rule": "R1", "cell": "a.b", "by": ["session": 5],
    ]
    let reply = ErrorReply(code: 1, message: "", data: named.received())
    #expect([reply.name, reply.fourCC, reply.rule, reply.cell] == ["n", "4", "R1", "a.b"])
    #expect(reply.by == BlockerObject(session: 5, name: nil, priority: .normal))
    #expect([bare.name, bare.fourCC, bare.rule, bare.cell] == [nil, nil, nil, nil])
    #expect(bare.by == nil)
  }

  @Test func `replies may come in any order, each goes to its own request`() {
    let (machine, error) = received([#"{"id":2,"result":"b"}"#, #"{"id":1,"result":"a"}"#])
    #expect(error == nil)
    #expect(replies(machine) == ["a", "b"])
  }

  @Test func `a request of the same number isn't made twice`() {
    var machine = ClientMachine()
    let numbers = (0..<100).map { _ in machine.request(.serverStatus) }
    #expect(Set(numbers).count == 100)
  }

  /// A machine that made two requests, and what the lines led to.
  private func received(_ lines: [String]) -> (ClientMachine, ClientError?) {
    var machine = ClientMachine()
    for _ in 0..<2 { _ = machine.request(.serverStatus) }
    do {
      try machine.receive(Array(lines.map { $0 + "\n" }.joined().utf8).span)
      return (machine, nil)
    } catch {
      return (machine, error)
    }
  }

  /// What waits for the two requests, in their order, as text.
  private func replies(_ machine: ClientMachine) -> [String] {
    var other = ClientMachine()
    let numbers = [other.request(.serverStatus), other.request(.serverStatus)]
    var machine = machine
    return numbers.compactMap { number in
      switch machine.takeReply(to: number) {
      case .success(let result)?: result.string
      case .failure(let error)?: error.message
      case nil: nil
      }
    }
  }
}
