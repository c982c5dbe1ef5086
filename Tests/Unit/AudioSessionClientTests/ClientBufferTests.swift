import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import Testing

/// What a client keeps: bytes that wait to be sent, and notifications that nobody has taken.
struct ClientBufferTests {
  @Test func `requests sent one after another: sent from the same memory each time`() {
    var machine = ClientMachine()
    var addresses: Set<UnsafeRawPointer> = []
    for _ in 0..<16 {
      _ = machine.request(.serverStatus)
      machine.flush { bytes in
        if let address = bytes.baseAddress { addresses.insert(address) }
        return bytes.count
      }
      #expect(!machine.hasUnsent)
    }
    #expect(addresses.count == 1)
  }

  @Test func `the rest of what was sent in part is what comes next, and nothing twice`() {
    var machine = ClientMachine()
    var sent: [UInt8] = []
    var expected = ""
    for number in 1...50 {
      _ = machine.request(.sessionGet, ["session": .number("\(number)")])
      expected +=
        #"{"jsonrpc":"2.0","id":\#(number),"method":"session.get","params":{"session":\#(number)}}"#
        + "\n"
      // Less than a request, so that more and more waits.
      machine.flush { bytes in
        sent += bytes.prefix(40)
        return min(bytes.count, 40)
      }
    }
    while machine.hasUnsent {
      machine.flush { bytes in
        sent += bytes
        return bytes.count
      }
    }
    #expect(String(decoding: sent, as: UTF8.self) == expected)
  }

  @Test func `a send that takes nothing, or fails, loses nothing`() {
    struct NoRoom: Error {}
    var machine = ClientMachine()
    _ = machine.request(.serverStatus)
    machine.flush { _ in 0 }
    #expect(throws: NoRoom.self) { try machine.flush { _ throws(NoRoom) in throw NoRoom() } }
    var sent = 0
    machine.flush { bytes in
      sent = bytes.count
      return bytes.count
    }
    #expect(sent == #"{"jsonrpc":"2.0","id":1,"method":"server.status","params":{}}"#.count + 1)
    #expect(!machine.hasUnsent)
  }

  @Test func `unsent bytes that are discarded: not sent later, and the next request is sent whole`()
  {
    var machine = ClientMachine()
    _ = machine.request(.serverStatus)
    machine.flush { _ in 7 }
    machine.discardUnsent()
    #expect(!machine.hasUnsent)
    _ = machine.request(.policyGet)
    var sent = ""
    machine.flush { bytes in
      sent = String(decoding: bytes, as: UTF8.self)
      return bytes.count
    }
    #expect(sent == #"{"jsonrpc":"2.0","id":2,"method":"policy.get","params":{}}"# + "\n")
  }

  @Test func `notifications are taken in their order, however coming and taking alternate`() throws
  {
    var machine = ClientMachine()
    var (told, taken) = (0, 0)
    for round in 0..<400 {
      // First more come than are taken, then fewer, so that the rest grows and ends.
      for _ in 0..<(round * 7 % (round < 200 ? 11 : 8)) {
        told += 1
        try machine.receive(Array((#"{"method":"n","params":\#(told)}"# + "\n").utf8).span)
      }
      for _ in 0..<(round * 5 % (round < 200 ? 8 : 11)) {
        guard let notification = machine.takeNotification() else {
          #expect(taken == told)
          break
        }
        taken += 1
        try #require(notification.params.integer == Int64(taken))
      }
    }
    while machine.takeNotification() != nil { taken += 1 }
    #expect(taken == told)
  }
}
