import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import Glibc

/// The daemon, the programs and the folder where they meet; all of it goes with this value.
final class Stage {
  /// How long the daemon may take for anything; it takes milliseconds unless it hangs.
  static let patience = Duration.seconds(3)

  private let files: ProgramFile
  private let folder: TemporaryFolder
  private let signals: Signals
  private let sabotage: Invocation.Sabotage?
  private var daemon: ChildProcess?
  private var programs: [Role: Program] = [:]
  /// The demo's own connection, which only reads the log.
  private var observer: BlockingClient?
  private var lastDecision: UInt64 = 0
  private var names = Names()
  /// The epoch that each program knew last.
  private var epochs: [Role: Epoch] = [:]

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

  /// The programs that are connected to the daemon.
  var connected: Set<Role> { Set(programs.keys) }

  /// Starts the daemon and waits until it listens.
  func startDaemon() throws(Failure) {
    let pair = try SocketPair()
    daemon = try ChildProcess(
      path: files.daemon,
      arguments: ["--socket", folder.socketPath, "--config", folder.configurationPath],
      passing: pair.theirs,
      as: STDERR_FILENO
    )
    let line = try firstLine(from: pair.ours.number)
    guard line.hasSuffix("listening on \(folder.socketPath)") else {
      throw .unusable("audiosessiond doesn't start: \(line)")
    }
    do throws(ClientError) {
      let limit = TimeLimit(Stage.patience)
      var client = try BlockingClient(connectingTo: [folder.socketPath], by: limit)
      let hello = try client.hello(name: "demo", by: limit)
      names.begin(epoch: hello.received(as: HelloResult.self)?.epoch)
      observer = consume client
    } catch {
      throw .unusable("audiosessiond doesn't answer: \(error)")
    }
    lastDecision = 0
  }

  /// Kills the daemon, as a crash would.
  func killDaemon() { daemon = nil }

  /// Kills a program, as a crash would.
  func kill(_ role: Role) { programs.removeValue(forKey: role)?.kill() }

  /// Starts a program, which connects and opens its session.
  ///
  /// - Returns: What it notices, a line for each thing.
  func connect(_ role: Role) throws(Failure) -> [String] {
    let program = try Program(files, socketPath: folder.socketPath)
    programs[role] = program
    let known = epochs[role]
    epochs[role] = names.epoch
    return try notices(of: role) { _ throws(ClientError) in
      try program.connect(as: role, knowing: known)
      names.add(role, program.session)
    }
  }

  /// Has a program make requests, up to the first that is refused.
  func ask(_ role: Role, _ requests: [(Method, JSONValue)]) throws(Failure) -> [String] {
    try notices(of: role) { program throws(ClientError) in try program.ask(requests) }
  }

  /// What a program has been told by now; everything the daemon has decided is among it.
  func listen(_ role: Role) throws(Failure) -> [String] {
    try notices(of: role) { program throws(ClientError) in try program.catchUp() }
  }

  /// Waits until a program is told something, or loses its connection.
  func wait(_ role: Role) throws(Failure) -> [String] {
    var heard: [String] = []
    let rest = try notices(of: role) { program throws(ClientError) in
      heard = lines(role, try program.nextNotification(within: Stage.patience))
    }
    return heard + rest
  }

  /// The rules of the decisions since the last call, by the daemon's own log.
  func decidedRules() throws(Failure) -> Set<String> {
    let parameters: JSONValue = ["since": lastDecision.json, "limit": 1024]
    let log: LogResult<LogEntry>?
    do throws(ClientError) {
      log = try observer?.call(.serverLog, parameters, by: TimeLimit(Stage.patience)).received()
    } catch {
      throw .unusable("audiosessiond doesn't show its log: \(error)")
    }
    let decisions = log?.decisions ?? []
    lastDecision = decisions.last?.seq ?? lastDecision
    return Set(decisions.flatMap(\.decision.rules.rules).map(\.name))
  }

  /// Gives the audience time to read; a signal that came meanwhile ends the demo.
  func pause(milliseconds: CInt) throws(Failure) {
    var request = pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0)
    if poll(&request, 1, milliseconds) > 0 { throw .stopped }
  }

  /// Does something with a program, and gathers what the program notices.
  private func notices(
    of role: Role,
    _ body: (Program) throws(ClientError) -> Void
  ) throws(Failure) -> [String] {
    guard let program = programs[role] else { return [] }
    var noticed: [String] = []
    do throws(ClientError) {
      try body(program)
    } catch {
      switch error {
      case .refused(let reply): noticed.append("is refused: \(reply.brief)")
      case .disconnected:
        noticed.append("loses the connection")
        programs[role] = nil
      // Of a wait it says that nothing came; the comparison will tell.
      case .timedOut: break
      case .unavailable, .protocolViolation: throw .unusable("\(role): \(error)")
      }
    }
    while let notification = try? program.nextNotification(within: .zero) {
      noticed += lines(role, notification)
    }
    return noticed
  }

  private func lines(_ role: Role, _ notification: ClientMachine.Notification) -> [String] {
    let hearings = sabotage?.role == role ? sabotage?.hearings ?? 1 : 1
    let text = names.text(of: notification.method, notification.params)
    return Array(repeating: "is told: \(text)", count: hearings)
  }

  private func firstLine(from descriptor: CInt) throws(Failure) -> Substring {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while text.last != UInt8(ascii: "\n") {
      var requests = [signals.number, descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&requests, nfds_t(requests.count), 5_000) > 0 else {
        throw .unusable("audiosessiond doesn't start within 5 seconds")
      }
      if requests[0].revents != 0 { throw .stopped }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { throw .unusable("audiosessiond has ended") }
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").first ?? ""
  }
}

extension ErrorReply {
  /// The refusal without the blocker's number and what follows from the code.
  fileprivate var brief: String {
    let blocker = "\(by?.name ?? "nobody"), \(by?.priority.rawValue ?? "?")"
    return "'\(fourCC ?? name ?? "\(code)")' (\(rule ?? "no rule")) by \(blocker)"
  }
}
