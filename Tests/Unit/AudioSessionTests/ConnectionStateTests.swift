import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc
import TestSupport
import Testing

@testable import AudioSession

/// What the thread waits for, with a daemon that is played by the test.
final class ConnectionStateTests {
  private let folder: TemporaryDirectory
  private let listener: Socket
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  init() throws {
    folder = try TemporaryDirectory()
    listener = try Socket.unconnected(blocking: false)
    try listener.bind(to: try #require(SocketAddress(path: folder.path(of: "socket"))))
    try listener.listen(backlog: 4)
  }

  /// One turn: what it is about to wait for.
  private func turn(_ state: inout ConnectionState) throws -> Watch {
    let watch = state.turn(&buffer)
    return try #require(watch)
  }

  /// A connection of one session that wants to be active.
  private func connecting(name: String? = nil) -> ConnectionState {
    var state = ConnectionState(paths: [folder.path(of: "socket")])
    let call = Call.testing(.activate(), key)
    _ = state.client.add(Opening(name: name))
    state.client.begin(call, state.client.nextCallNumber(), at: 0)
    // The timer is made; the turns are taken by the test itself.
    state.hasChanged {}
    return state
  }

  /// The only session's key.
  private let key = SessionKey(number: 1)

  private func accept() throws -> Socket {
    guard let socket = try listener.accept() else { throw ProcessFault("nobody has connected") }
    return socket
  }

  @Test func `room is waited for while there is something to send, and only then`() throws {
    // More than any kernel takes at once from who isn't read.
    var state = connecting(name: String(repeating: "n", count: 8_000_000))
    var watch = try turn(&state)
    #expect(watch.socket != nil && !watch.awaitsRoom)
    let daemon = try accept()
    try say(#"{"id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#, on: daemon)
    watch = try turn(&state)
    #expect(watch.awaitsRoom && state.client.machine.hasUnsent)
    // What it sends now goes when there is room, though nothing comes.
    var turns = 0
    while state.client.machine.hasUnsent, turns < 10_000 {
      try drain(daemon)
      watch = try turn(&state)
      try #require(watch.awaitsRoom == state.client.machine.hasUnsent)
      turns += 1
    }
    #expect(!watch.awaitsRoom && watch.socket != nil)
    state.client.remove(key)
    let last = state.turn(&buffer)
    #expect(last == nil)
  }

  @Test func `a connection that ended isn't waited for, and another one is made in its time`()
    throws
  {
    var state = connecting()
    _ = try turn(&state)
    do {
      let daemon = try accept()
      try say(#"{"id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#, on: daemon)
      try say(#"{"id":2,"result":{"session":7}}"#, on: daemon)
      _ = try turn(&state)
      #expect(state.client.sessions[key]?.phase == .open(7))
      // A child that another test is just starting may have a copy, which closing wouldn't end.
      try daemon.shutdown(.both)
    }
    let watch = try turn(&state)
    #expect(watch.socket == nil && !watch.awaitsRoom)
    #expect(state.client.isLost)
    let next = try #require(state.client.deadline)
    while SystemClock.boottime < next { usleep(1000) }
    let again = try turn(&state)
    #expect(again.socket != nil)
    #expect(state.client.link == .greeting)
  }

  @Test func `a connection whose daemon owes an answer for too long is closed`() throws {
    var state = connecting()
    _ = try turn(&state)
    let daemon = try accept()
    try say(#"{"id":1,"result":{"epoch":"\#(Epoch.a.text)"}}"#, on: daemon)
    try say(#"{"id":2,"result":{"session":7}}"#, on: daemon)
    #expect(try turn(&state).socket != nil)
    #expect(state.client.patienceEnd != nil)
    state.client.patienceEnd = SystemClock.boottime
    #expect(try turn(&state).socket == nil)
    #expect(state.client.isLost)
  }

  @Test func `a line that no daemon sends: ends the connection`() throws {
    for line in ["nonsense", "[]", #"{"id":9,"result":{}}"#] {
      var state = connecting()
      _ = try turn(&state)
      let daemon = try accept()
      try say(line, on: daemon)
      let watch = try turn(&state)
      #expect(watch.socket == nil, "\(line)")
      #expect(state.client.absence == .awaited && state.client.calls.isEmpty)
    }
  }

  private func say(_ line: String, on daemon: borrowing Socket) throws {
    let bytes = Array("\(line)\n".utf8)
    let count = try bytes.withUnsafeBytes { try daemon.send($0) }
    #expect(count == bytes.count)
  }

  private func drain(_ daemon: borrowing Socket) throws {
    var piece = [UInt8](repeating: 0, count: 1_000_000)
    while let count = try piece.withUnsafeMutableBytes({ try daemon.receive(into: $0) }), count > 0
    {}
  }
}
