import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import EventLoop
import Glibc

/// The daemon, the programs and the place where they meet; all of it goes with this value.
final class Stage {
  private let files: ProgramFile
  private let folder: TemporaryFolder
  private let signals: Signals
  private let sabotage: Invocation.Sabotage?
  private var daemon: ChildProcess?
  private var programs: [Role: ChildProcess] = [:]
  /// The programs that are connected to the daemon.
  private(set) var connected: Set<Role> = []
  /// The demo's own connection, which only reads the log.
  private var observer: BlockingClient?
  private var lastDecision: JSONValue = 0
  private var names: [Int64: Role] = [:]
  private var epoch: JSONValue = .null
  private var previousEpoch: JSONValue = .null

  init(sabotage: Invocation.Sabotage?) throws(Failure) {
    self.sabotage = sabotage
    files = try ProgramFile()
    do {
      signals = try Signals()
    } catch {
      throw .unusable("\(error)")
    }
    folder = try TemporaryFolder()
  }

  /// Starts the daemon and waits until it listens.
  func startDaemon() throws(Failure) {
    let started = try ChildProcess(
      path: files.daemon,
      arguments: ["--socket", folder.socketPath, "--config", folder.configurationPath],
      talkingOver: STDERR_FILENO
    )
    daemon = started
    let line = try nextLine(of: started, "audiosessiond")
    guard line.hasSuffix("listening on \(folder.socketPath)") else {
      throw .unusable("audiosessiond doesn't start: \(line)")
    }
    do throws(ClientError) {
      var client = try BlockingClient(connectingTo: [folder.socketPath], by: Stage.limit)
      let welcome = try client.hello(name: "demo", by: Stage.limit)
      previousEpoch = epoch
      epoch = welcome["epoch"] ?? .null
      observer = consume client
    } catch {
      throw .unusable("audiosessiond doesn't answer: \(error)")
    }
    lastDecision = 0
    names = [:]
  }

  /// Kills the daemon, as a crash would.
  func killDaemon() { daemon = nil }

  /// Kills a program, as a crash would.
  func kill(_ role: Role) {
    programs[role] = nil
    connected.remove(role)
  }

  /// Gives an order to a program, which is started if need be, and waits for the answer.
  func order(_ role: Role, _ order: Order) throws(Failure) -> Answer {
    let program = try program(of: role)
    try program.channel.write(order.line)
    let line = try nextLine(of: program, role.rawValue)
    guard let answer = Answer(line) else { throw .unusable("\(line): expected an answer") }
    if case .connect = order, let session = answer.result["session"]?.integer {
      names[session] = role
      connected.insert(role)
    }
    if answer.isLost { connected.remove(role) }
    return answer
  }

  /// What a notification says.
  func told(_ message: JSONValue) -> Told {
    Told(message, names: names, epoch: epoch, previousEpoch: previousEpoch)
  }

  /// The rules that decisions since the last call rest on, by the daemon's own log.
  func decidedRules() throws(Failure) -> Set<String> {
    let parameters: JSONValue = ["since": lastDecision, "limit": 1024]
    let log: JSONValue?
    do throws(ClientError) {
      log = try observer?.call(.serverLog, parameters, by: Stage.limit)
    } catch {
      throw .unusable("audiosessiond doesn't show its log: \(error)")
    }
    let decisions = log?["decisions"]?.array ?? []
    lastDecision = decisions.last?["seq"] ?? lastDecision
    return Set(decisions.flatMap { $0["rules"]?.array ?? [] }.compactMap(\.string))
  }

  /// Lets the reader read.
  func pause(milliseconds: CInt) throws(Failure) {
    var request = pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0)
    if poll(&request, 1, milliseconds) > 0 { throw .stopped }
  }

  private func program(of role: Role) throws(Failure) -> ChildProcess {
    if let program = programs[role] { return program }
    let hearings = sabotage?.role == role ? sabotage?.hearings ?? 1 : 1
    let program = try ChildProcess(
      path: files.demo,
      arguments: ["--role", role.rawValue, folder.socketPath, "\(hearings)"],
      talkingOver: STDIN_FILENO
    )
    programs[role] = program
    return program
  }

  private func nextLine(of process: ChildProcess, _ name: String) throws(Failure) -> String {
    while true {
      if let line = process.channel.next() { return line }
      var requests = [signals.number, process.channel.number].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&requests, nfds_t(requests.count), 5_000) > 0 else {
        throw .unusable("\(name) doesn't answer")
      }
      if requests[0].revents != 0 { throw .stopped }
      guard process.channel.receive() else { throw .unusable("\(name) has ended") }
    }
  }

  private static var limit: TimeLimit { TimeLimit(.seconds(3)) }
}
