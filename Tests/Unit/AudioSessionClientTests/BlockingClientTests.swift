import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BlockingClientTests {
  @Test func `a call returns its reply, and what came before it is kept`() throws {
    let daemon = try DaemonEnd()
    var client = daemon.client()
    try daemon.say(#"{"method":"one","params":{}}"#, #"{"id":1,"result":{"protocol":1}}"#)
    #expect(try client.hello(name: "test", by: soon) == ["protocol": 1])
    try daemon.say(#"{"method":"two","params":{}}"#, #"{"id":2,"result":{"a":2}}"#)
    #expect(try client.call(.serverStatus, by: soon) == ["a": 2])
    #expect(try client.nextNotification(by: soon).method == "one")
    #expect(try client.nextNotification(by: soon).method == "two")
    #expect(
      try daemon.hear() == """
        {"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"name":"test"}}
        {"jsonrpc":"2.0","id":2,"method":"server.status","params":{}}

        """
    )
  }

  @Test func `requests that leave together are answered each by its own`() throws {
    let daemon = try DaemonEnd()
    var client = daemon.client()
    let numbers = (1...3).map { client.send(.sessionGet, ["session": .number("\($0)")]) }
    try daemon.say(
      #"{"id":1,"result":"a"}"#,
      #"{"id":2,"error":{"code":-32002,"message":"No."}}"#,
      #"{"id":3,"result":"c"}"#
    )
    #expect(try client.reply(to: numbers[2], by: soon) == "c")
    #expect(throws: ClientError.refused(ErrorReply(code: -32002, message: "No."))) {
      try client.reply(to: numbers[1], by: soon)
    }
    #expect(try client.reply(to: numbers[0], by: soon) == "a")
  }

  @Test func `time runs out, and the late reply is still taken`() throws {
    let daemon = try DaemonEnd()
    var client = daemon.client()
    let number = client.send(.serverStatus)
    #expect(throws: ClientError.timedOut) {
      try client.reply(to: number, by: TimeLimit(.milliseconds(20)))
    }
    #expect(throws: ClientError.timedOut) {
      try client.nextNotification(by: TimeLimit(.zero))
    }
    try daemon.say(#"{"id":1,"result":7}"#)
    #expect(try client.reply(to: number, by: soon) == 7)
  }

  @Test func `time runs out, too, while the daemon says other things`() throws {
    let daemon = try DaemonEnd()
    var client = daemon.client()
    // 32 bytes with its end, so that one receipt takes 2048 of them.
    let line = #"{"method":"a","params":{"a":1}}"#
    #expect(line.utf8.count == 31)
    try daemon.say(String(repeating: "\(line)\n", count: 3071) + line)
    #expect(throws: ClientError.timedOut) {
      try client.call(.serverStatus, by: TimeLimit(.zero))
    }
    var count = 0
    while client.takeNotification() != nil { count += 1 }
    #expect(count == 2048)
  }

  @Test func `the end of the connection is told after what was said before it`() throws {
    let daemon = try DaemonEnd()
    var client = daemon.client()
    try daemon.say(#"{"method":"mediaServices.wereLost","params":{}}"#, #"{"id":1,"result":1}"#)
    try daemon.say(ending: #"{"id":2,"#)
    #expect(try client.call(.serverStatus, by: soon) == 1)
    #expect(throws: ClientError.disconnected) { try client.call(.serverStatus, by: soon) }
    #expect(try client.nextNotification(by: soon).method == "mediaServices.wereLost")
    #expect(throws: ClientError.disconnected) { try client.nextNotification(by: soon) }
  }

  @Test func `a connection too many is refused with the daemon's words`() throws {
    let daemon = try DaemonEnd()
    var client = daemon.client()
    try daemon.say(ending: #"{"id":null,"error":{"code":-32003,"message":"Too many."}}"# + "\n")
    #expect(throws: ClientError.refused(ErrorReply(code: -32003, message: "Too many."))) {
      try client.hello(name: "test", by: soon)
    }
  }

  @Test func `neither side waits for the other when both have much to say`() throws {
    let daemon = try DaemonEnd()
    var client = daemon.client()
    let text = String(repeating: "y", count: 2_000_000)
    let notification = #"{"method":"long","params":{"text":"\#(text)"}}"#
    let peer = Thread { [daemon] in
      // It reads nothing before all is written.
      daemon.sayAll(notification)
      daemon.hearAll(bytes: 2_000_000)
      daemon.sayAll(#"{"id":1,"result":{}}"#)
    }
    peer.start()
    #expect(try client.call(.sessionOpen, ["name": .string(text)], by: soon) == [:])
    #expect(try client.nextNotification(by: soon).params == ["text": .string(text)])
  }

  /// Longer than any machine takes for what is there already.
  private var soon: TimeLimit { TimeLimit(.seconds(50)) }
}
