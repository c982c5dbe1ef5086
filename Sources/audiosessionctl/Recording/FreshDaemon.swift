import AudioSessionArbitration
import AudioSessionClient
import AudioSessionConfigurationFile
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import Glibc

/// A daemon of this program's own, in a folder of its own; both are gone with this value.
final class FreshDaemon {
  private let folder: String
  private var process: pid_t = -1

  var socketPath: String { "\(folder)/socket" }
  private var configurationPath: String { "\(folder)/conf" }

  /// Starts a daemon and waits until it listens.
  ///
  /// - Parameters:
  ///   - program: Its path, or its name in the search path.
  ///   - configuration: The text of its only file.
  /// - Throws: ``Failure/file(_:)`` with what it says instead of listening.
  init(_ program: String, _ configuration: String) throws(Failure) {
    var template = Array("/tmp/audiosession-replay-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw .file(at: "mkdtemp", errno) }
    folder = String(cString: made)
    try configure(configuration)
    var daemon = Subprocess([program, "--socket", socketPath, "--config", configurationPath])
    var pipe = try FreshDaemon.pipe()
    daemon.errors = .descriptor(pipe.writingNumber)
    do {
      process = try daemon.start()
    } catch {
      throw .file(at: program, error.code)
    }
    pipe.closeWriting()
    try waitUntilItListens(pipe.readingNumber, program)
  }

  deinit {
    if process > 0 {
      kill(process, SIGKILL)
      _ = try? Subprocess.wait(for: process)
    }
    for name in ["socket", "socket.lock", "conf"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// Writes another configuration and has it read.
  func reload(_ configuration: String) throws(Failure) {
    try configure(configuration)
    kill(process, SIGHUP)
  }

  private func configure(_ text: String) throws(Failure) {
    try PrivateFile.write("\(text)\n", to: configurationPath)
  }

  /// Its first line says that it listens, or why it doesn't.
  private func waitUntilItListens(_ errors: CInt, _ program: String) throws(Failure) {
    var bytes: [UInt8] = []
    while !bytes.contains(UInt8(ascii: "\n")) {
      var request = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, 1, 30_000)
      if count < 0, errno == EINTR { continue }
      var piece = [UInt8](repeating: 0, count: 4096)
      let size = count > 0 ? read(errors, &piece, piece.count) : 0
      guard size > 0 else { throw .file("\(program.printable) doesn't start") }
      bytes += piece.prefix(size)
    }
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard line.contains("listening on") else {
      throw .file("\(program.printable) doesn't start: \(line.printable)")
    }
  }

  private static func pipe() throws(Failure) -> PipeEnds {
    do {
      return try PipeEnds()
    } catch {
      throw .file(at: "pipe", error.code)
    }
  }
}

extension FreshDaemon {
  /// The configuration with a policy, in which this program's user holds what the recorded clients
  /// held, and may record.
  static func configuration(_ policy: Policy, _ retelling: Retelling) -> String {
    let user: Set<UInt32> = [getuid()]
    var settings = Settings()
    settings.policy = policy
    settings.limits.sessionsPerConnection = 1024
    settings.limits.sessionsPerUser = 1024
    for grant in Grant.allCases {
      var isHeld = grant == .observe || grant == .admin
      if grant == .system { isHeld = retelling.reportsForAll }
      if let priority = Priority(rawValue: grant.rawValue) {
        isHeld = retelling.claims.allow(priority)
      }
      settings.grants[grant] = GrantRules(users: isHeld ? user : [])
    }
    for (place, role) in policy.roles.enumerated() where role.like.priority != .normal {
      let isHeld = retelling.claims.contains(Grants(role: place))
      settings.roleGrants[role.name] = GrantRules(users: isHeld ? user : [])
    }
    return ConfigurationPrinter.effective(LoadedSettings(settings: settings))
  }
}
