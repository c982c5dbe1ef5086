import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import Glibc

/// A program of the story, from outside: its process, and the demo's conversation through it.
final class Program {
  private let process: ChildProcess
  private var client: BlockingClient
  /// The session's number; 0 while it has none.
  private(set) var session: UInt64 = 0

  /// Starts the process, which connects to the daemon.
  init(_ files: ProgramFile, socketPath: String) throws(Failure) {
    let pair = try SocketPair()
    process = try ChildProcess(
      path: files.demo,
      arguments: ["--relay", socketPath],
      passing: pair.theirs,
      as: STDIN_FILENO
    )
    client = BlockingClient(pair.ours, path: socketPath)
  }

  /// Kills the process, as a crash would.
  func kill() { process.kill() }

  /// Says hello, with the epoch that the program knew before, and opens its session.
  func connect(as role: Role, knowing epoch: Epoch?) throws(ClientError) {
    let name = JSONValue.Member("name", .string(role.rawValue))
    let known = epoch.map { [JSONValue.Member("epoch", $0.json)] } ?? []
    try call(.hello, .object([.init("protocol", 1), name] + known))
    let words = [name] + (role.configuration.members ?? [])
    session = try call(.sessionOpen, .object(words)).received(as: SessionObject.self)?.session ?? 0
  }

  /// Makes requests about the session, up to the first that is refused.
  func ask(_ requests: [(Method, JSONValue)]) throws(ClientError) {
    for (method, parameters) in requests {
      try call(method, .object([.init("session", session.json)] + (parameters.members ?? [])))
    }
  }

  /// Returns when everything that the daemon has decided so far has arrived.
  func catchUp() throws(ClientError) { try call(.serverStatus, [:]) }

  /// Waits for the next notification.
  func nextNotification(within duration: Duration) throws(ClientError) -> ClientMachine.Notification
  {
    try client.nextNotification(by: TimeLimit(duration))
  }

  @discardableResult
  private func call(_ method: Method, _ parameters: JSONValue) throws(ClientError) -> JSONValue {
    try client.call(method, parameters, by: TimeLimit(Stage.patience))
  }
}
