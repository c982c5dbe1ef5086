import AudioSessionSystem
import Foundation

/// A service manager's end of sd_notify(3) and sd_listen_fds(3), without root and without systemd.
///
/// It listens for the daemon, keeps what the daemon stores, lets go of connections that hung up,
/// and hands everything to the next daemon.
package final class FakeManager {
  package let folder: TemporaryDirectory
  package let socketPath: String
  package let configurationPath: String
  /// What the daemons say on their standard error.
  package let messagesPath: String
  package private(set) var process: ChildProcess?
  /// What is stored, by name, in the order in which it came.
  package private(set) var store: [(name: String, number: CInt)] = []
  /// Messages that nobody has expected yet.
  package private(set) var messages: [ServiceMessage] = []
  /// What the latest daemon said before it was ready.
  package private(set) var startMessages: [ServiceMessage] = []
  /// More variables for the daemons that are started from now on.
  package var environment: [String: String] = [:]
  private var notify: CInt
  private let address: String
  private var listener: CInt

  /// A manager that has started nothing.
  ///
  /// - Parameters:
  ///   - configuration: The text of the daemon's only file.
  ///   - isAbstract: Whether it is spoken to by an abstract name rather than a path.
  /// - Throws: What the kernel says against it.
  package init(_ configuration: String = "", isAbstract: Bool = false) throws {
    folder = try TemporaryDirectory()
    socketPath = folder.path(of: "socket")
    configurationPath = folder.path(of: "conf")
    messagesPath = folder.path(of: "messages")
    try configuration.write(toFile: configurationPath, atomically: true, encoding: .utf8)
    let path = folder.path(of: "notify")
    address = isAbstract ? "@" + path : path
    notify = try FakeManager.bind(SOCK_DGRAM, isAbstract ? "\0" + path : path)
    var yes: CInt = 1
    setsockopt(notify, SOL_SOCKET, SO_PASSCRED, &yes, socklen_t(MemoryLayout<CInt>.size))
    listener = try FakeManager.bind(SOCK_STREAM, socketPath)
    listen(listener, 512)
  }

  deinit {
    for number in [notify, listener] + store.map(\.number) where number >= 0 { close(number) }
  }

  /// Lets go of the listener: daemons listen for themselves from now on.
  package func closeListener() {
    close(listener)
    unlink(socketPath)
    listener = -1
  }

  /// Goes away, as far as a daemon can tell: what it sends is refused.
  package func closeNotifySocket() {
    close(notify)
    notify = -1
  }

  /// Hands the next daemon a descriptor under a name, as if an earlier one had stored it.
  package func put(_ name: String, _ number: CInt) { store.append((name, number)) }

  /// Starts a daemon with all that there is for it, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - ownPID: The variables that hold its pid.
  ///   - notifies: Whether it is told where the manager listens.
  /// - Throws: That it doesn't get ready.
  package func start(
    ownPID: [String] = ["LISTEN_PID", "WATCHDOG_PID"],
    notifies: Bool = true
  ) throws {
    let handed = (listener < 0 ? [] : [(name: "listen", number: listener)]) + store
    var variables = environment
    if notifies { variables["NOTIFY_SOCKET"] = address }
    variables["LISTEN_FDS"] = "\(handed.count)"
    variables["LISTEN_FDNAMES"] = handed.map(\.name).joined(separator: ":")
    let said = open(messagesPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(said) }
    var descriptors: [CInt: CInt] = [2: said]
    for (index, entry) in handed.enumerated() { descriptors[3 + CInt(index)] = entry.number }
    process = try ChildProcess(
      "audiosessiond",
      ["--socket", socketPath, "--config", configurationPath],
      descriptors: descriptors,
      environment: variables,
      ownPID: ownPID
    )
    if notifies { startMessages = try expectAll(upTo: ["READY": "1"]) }
  }

  /// Takes every message that has come.
  package func takeMessages() throws(ProcessFault) {
    while let message = ServiceMessage(from: notify) { try take(message) }
  }

  /// Waits for a message with these lines; those before it are dropped.
  @discardableResult
  package func expect(_ wanted: [String: String]) throws(ProcessFault) -> ServiceMessage {
    let all = try expectAll(upTo: wanted)
    return all[all.count - 1]
  }

  private func expectAll(
    upTo wanted: [String: String]
  ) throws(ProcessFault) -> [ServiceMessage] {
    while true {
      if let index = messages.firstIndex(where: { $0.has(wanted) }) {
        defer { messages.removeFirst(index + 1) }
        return Array(messages[...index])
      }
      try Patience.wait(for: POLLIN, on: notify, "\(wanted), after \(messages.map(\.fields))")
      try takeMessages()
    }
  }

  /// Forgets what has come up to now.
  package func dropMessages() throws(ProcessFault) {
    try takeMessages()
    messages.removeAll()
  }

  /// Ends the daemon by a signal, takes what it still said, and lets go of what hung up.
  @discardableResult
  package func end(_ signal: CInt = SIGKILL) throws(ProcessFault) -> Int32? {
    process?.send(signal)
    let status = try process?.wait()
    try takeMessages()
    sweep()
    return status
  }

  /// Lets go of stored connections whose peers or daemon have hung up.
  package func sweep() {
    store.removeAll { entry in
      guard entry.name != "ledger" else { return false }
      var request = pollfd(fd: entry.number, events: 0, revents: 0)
      guard poll(&request, 1, 0) > 0 else { return false }
      close(entry.number)
      return true
    }
  }

  /// Waits until a stored connection has hung up, and lets go of it.
  package func awaitHangUp(of name: String) throws(ProcessFault) {
    guard let entry = store.first(where: { $0.name == name }) else {
      throw ProcessFault("\(name) isn't stored")
    }
    try Patience.wait(for: 0, on: entry.number, "the end of \(name)")
    sweep()
  }

  /// Forgets the store, as a manager does when a service has been stopped.
  package func clearStore() {
    for entry in store { close(entry.number) }
    store.removeAll()
  }

  /// Returns when the daemon has done with all that came before.
  ///
  /// An answer is sent before it is written down that it was: the turn after is waited for.
  package func letSettle() throws(ProcessFault) {
    let witness = try connect()
    for _ in 0..<2 { try witness.granted("system.get") }
  }

  package func connect() throws(ProcessFault) -> ClientConnection {
    try ClientConnection(to: socketPath)
  }

  private func take(_ message: ServiceMessage) throws(ProcessFault) {
    guard message.pid == process?.pid else {
      throw ProcessFault("\(message.fields) came from \(message.pid ?? 0), not from the daemon")
    }
    let name = message.fields["FDNAME"] ?? "stored"
    if message.fields["FDSTORE"] == "1" {
      guard message.descriptors.count == 1 else { throw ProcessFault("\(name): no descriptor") }
      store += message.descriptors.map { (name, $0) }
    } else if message.fields["FDSTOREREMOVE"] == "1" {
      for entry in store where entry.name == name { close(entry.number) }
      store.removeAll { $0.name == name }
    }
    messages.append(message)
  }

  private static func bind(_ type: __socket_type, _ path: String) throws(ProcessFault) -> CInt {
    let number = socket(AF_UNIX, CInt(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isAbstract = path.hasPrefix("\0")
    let size = isAbstract ? 2 + path.utf8.count : MemoryLayout<sockaddr_un>.size
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(number, $0, socklen_t(size))
      }
    }
    guard result == 0 else {
      throw ProcessFault("bind \(path): \(String(cString: strerror(errno)))")
    }
    return number
  }
}
