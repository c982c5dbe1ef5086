import AudioSessionClient
import AudioSessionSystem
import Glibc
import TestSupport
import Testing

struct SocketPathTests {
  @Test func `the environment says which paths are tried, in which order`() {
    let system = "/run/audiosession/socket"
    let rows: [(environment: [String: String], paths: [String])] = [
      ([:], [system]),
      (["XDG_RUNTIME_DIR": "/run/user/7"], ["/run/user/7/audiosession/socket", system]),
      (["XDG_RUNTIME_DIR": "relative"], [system]),
      (["XDG_RUNTIME_DIR": ""], [system]),
      (["AUDIOSESSION_SOCKET": "/a"], ["/a"]),
      (["AUDIOSESSION_SOCKET": "/a", "XDG_RUNTIME_DIR": "/run/user/7"], ["/a"]),
      (["AUDIOSESSION_SOCKET": "", "XDG_RUNTIME_DIR": "/b"], ["/b/audiosession/socket", system]),
    ]
    for (environment, paths) in rows {
      #expect(SocketPath.candidates { environment[$0] } == paths, "\(environment)")
    }
  }

  @Test func `the first path that exists is the daemon's, whether or not it answers`() throws {
    let folder = try TemporaryDirectory()
    let (missing, deaf, live) = (
      "\(folder.path)/none", "\(folder.path)/deaf", "\(folder.path)/live"
    )
    try Socket.unconnected(blocking: false).bind(to: address(deaf))
    let listener = try Socket.unconnected(blocking: false)
    try listener.bind(to: address(live))
    try listener.listen(backlog: 4)
    let rows: [(paths: [String], found: Result<String, ClientError>)] = [
      ([live], .success(live)),
      ([missing, live], .success(live)),
      (["\(live)/beneath", live], .success(live)),
      ([deaf, live], .failure(.unavailable(tried: [deaf], Errno(.connect, ECONNREFUSED)))),
      ([missing], .failure(.unavailable(tried: [missing], Errno(.connect, ENOENT)))),
      (
        [missing, "\(live)/beneath"],
        .failure(.unavailable(tried: [missing, "\(live)/beneath"], Errno(.connect, ENOTDIR)))
      ),
      (
        ["\(live)/beneath", missing],
        .failure(.unavailable(tried: ["\(live)/beneath", missing], Errno(.connect, ENOENT)))
      ),
      (
        [missing, "\(missing)2"],
        .failure(.unavailable(tried: [missing, "\(missing)2"], Errno(.connect, ENOENT)))
      ),
    ]
    for (paths, found) in rows { #expect(connect(paths) == found, "\(paths)") }
  }

  @Test func `a full queue is waited for, and no longer than the limit`() throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/full"
    let listener = try Socket.unconnected(blocking: false)
    try listener.bind(to: address(path))
    try listener.listen(backlog: 0)
    let first = try Socket.connect(to: path, blocking: false)
    #expect(connect([path], within: .milliseconds(30)) == .failure(.timedOut))
    _ = consume first
  }

  private func connect(
    _ paths: [String],
    within time: Duration = .seconds(60)
  ) -> Result<String, ClientError> {
    do {
      return .success(try BlockingClient(connectingTo: paths, by: TimeLimit(time)).path)
    } catch {
      return .failure(error)
    }
  }

  private func address(_ path: String) throws -> SocketAddress {
    try #require(SocketAddress(path: path))
  }
}
