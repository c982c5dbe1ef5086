import AudioSessionClient
import AudioSessionSystem
import Glibc
import TestSupport
import Testing

@testable import audiosessionctl
@testable import ControlCore

/// A socket whose file was deleted: something listens, but nobody can reach it.
struct DeletedSocketTests {
  private let deleted = SocketPlace(kind: .deleted, hasFolder: false)

  @Test func `a path whose file is gone is told from one at which nothing listens`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "socket")
    let listener = try Socket.unconnected(blocking: true)
    try listener.bind(to: #require(SocketAddress(path: path)))
    unlink(path)
    #expect(SocketPlace(at: path).kind == .nothing)
    try listener.listen(backlog: 1)
    #expect(SocketPlace(at: path).kind == .deleted)
    #expect(SocketPlace(at: "\(path)2").kind == .nothing)
    #expect(SocketPlace(at: String(path.dropFirst())).kind == .nothing)
    withExtendedLifetime(listener) {}
  }

  @Test func `the sentence has the command that makes it anew`() {
    let rows: [(manager: SocketTrouble.Manager, remedy: String)] = [
      (.system, "make it anew with `systemctl restart audiosessiond.socket`"),
      (.user, "make it anew with `systemctl --user restart audiosessiond.socket`"),
      (
        .none,
        "end the daemon there, and start another with `mkdir -p /run && audiosessiond --socket /run/s`"
      ),
    ]
    for (manager, remedy) in rows {
      let trouble = SocketTrouble(
        paths: ["/run/s"],
        code: ENOENT,
        place: deleted,
        manager: manager,
        user: "alice"
      )
      #expect(
        trouble.sentence
          == "the file of the socket /run/s was deleted; \(remedy); "
          + "`audiosessionctl doctor` shows more"
      )
    }
  }

  @Test func `the doctor restarts the socket that listens without a file`() {
    var examination = Examination.healthy
    examination.contact = .failure(.unavailable(tried: ["/s"], Errno(.connect, ENOENT)))
    examination.place = deleted
    let finding = Finding(
      subject: "socket",
      state: .fault,
      sentence: "The file of /run/audiosession/socket was deleted; what listens can't be reached.",
      commands: ["systemctl restart audiosessiond.socket"]
    )
    #expect(examination.findings.filter { $0.state == .fault } == [finding])
    examination.units = .failure(.chosen)
    #expect(
      examination.findings.first?.commands == [
        "mkdir -p /run/audiosession", "audiosessiond --socket /run/audiosession/socket",
      ]
    )
  }
}
