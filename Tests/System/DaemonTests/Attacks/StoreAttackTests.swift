import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// What a user may do to the service manager behind the daemon.
@Suite(.tags(.process), .enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
struct StoreAttackTests {
  @Test func `connections that come and go don't each become a message to the manager`() throws {
    let manager = try FakeManager()
    chmod(manager.folder.path, 0o711)
    chmod(manager.socketPath, 0o666)
    try manager.start()
    let root = try manager.connect()
    for _ in 0..<20 {
      let process = try ClientProcess(user: 65_534, group: 65_534)
      for _ in 0..<20 {
        _ = try process.connect(to: manager.socketPath).open()
        try manager.takeMessages()
      }
      try process.die()
    }
    _ = try root.open()
    try manager.takeMessages()
    let stored = manager.messages.filter { $0.fields["FDSTORE"] != nil }
    // At once, what one user may have, and a tenth of a second more for each one after; and root's.
    #expect((65...200).contains(stored.count), "\(stored.count) messages")
    try manager.letSettle()
    try manager.end()
    try manager.start()
    #expect(try root.nextMessage()?["method"] == "mediaServices.wereReset")
  }

  @Test func `a store that one user has filled: the latest of its places goes to another user`()
    throws
  {
    let manager = try FakeManager("[Limits]\nConnections=2048\nConnectionsPerUser=2048\n")
    chmod(manager.folder.path, 0o711)
    chmod(manager.socketPath, 0o666)
    _ = try? OpenFilesLimit.raise()
    try manager.start()
    let connections = try (0..<1023).map { _ in
      let connection = try manager.connect()
      _ = try connection.open()
      try manager.takeMessages()
      return connection
    }
    try manager.expect(["FDSTORE": "1", "FDNAME": "client-1023"])
    let process = try ClientProcess(user: 65_534, group: 65_534)
    _ = try process.connect(to: manager.socketPath).open()
    try manager.expect(["FDSTOREREMOVE": "1", "FDNAME": "client-1023"])
    try manager.expect(["FDSTORE": "1", "FDNAME": "client-1024"])
    #expect(manager.store.count == 1024)
    #expect(try connections.last?.isServed() == true)
  }

  @Test func `a connection that waited for its place outlives the daemon, too`() throws {
    let manager = try FakeManager()
    chmod(manager.folder.path, 0o711)
    chmod(manager.socketPath, 0o666)
    try manager.start()
    let process = try ClientProcess(user: 65_534, group: 65_534)
    let connections = try (0..<80).map { _ in try process.connect(to: manager.socketPath) }
    for connection in connections { _ = try connection.open() }
    try manager.expect(["FDSTORE": "1", "FDNAME": "client-80"])
    try manager.letSettle()
    try manager.end()
    try manager.start()
    for connection in connections {
      #expect(try connection.nextMessage()?["method"] == "mediaServices.wereReset")
    }
  }
}
