import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import ControlCore
import Glibc

/// The state of the daemon and its service manager, from which the findings are derived.
struct Examination: Equatable, Sendable {
  /// The result of connecting to the daemon.
  enum Contact: Equatable, Sendable {
    /// The reply to `hello`.
    case answer(HelloResult)
    /// No reply, because of this error.
    case failure(ClientError)
  }

  /// The reason why nothing is known about units.
  enum Absence: Error, Equatable, Sendable {
    /// The user gave a socket, which may belong to no unit.
    case chosen
    /// systemd isn't running.
    case otherManager
    /// systemd reported nothing.
    case silent
  }

  /// The path in question: the first that exists, or else the last that was tried.
  var path: String
  /// All paths that were tried.
  var paths: [String]
  var contact: Contact
  /// The reply to `server.status`; nil if there was none.
  var status: StatusResult?
  /// True for the user's own instance.
  var isUserInstance = false
  var units: Result<Units, Absence>
  /// The user's own units, if the system-wide instance answers although the user may have one.
  var ownUnits: Units?
  var place = SocketPlace.nothing
  var configuration = ConfigurationCheck.unknown
  /// The configuration's files and directories that changed since the daemon read them.
  var changed: [String] = []
  /// The daemon's last message in the journal, if it isn't running.
  var lastWords: String?
  /// The user's agent; nil if it wasn't checked.
  var agent: AgentCheck?
  /// The bridge to other machines; nobody if it wasn't checked.
  var house = HouseCheck.nobody
  /// The name of the user who runs this program.
  var user = "alice"
}

extension Examination {
  /// Examines the machine.
  ///
  /// - Parameters:
  ///   - paths: The daemon's possible paths; the first that exists counts.
  ///   - isChosen: True if the user gave the path, which then may belong to no unit.
  ///   - timeout: The time to wait for the daemon's replies.
  init(paths: [String], isChosen: Bool, timeout: Duration) {
    let limit = TimeLimit(timeout)
    var path = paths.last ?? ""
    do throws(ClientError) {
      var client = try BlockingClient(connectingTo: paths, by: limit)
      path = client.path
      guard
        let hello: HelloResult = try client.hello(name: "audiosessionctl", by: limit).received()
      else { throw .protocolViolation("a result of hello that is none") }
      contact = .answer(hello)
      // An older daemon may not know the method; its version is reported elsewhere.
      status = try? client.call(.serverStatus, by: limit).received()
    } catch {
      contact = .failure(error)
      if case .unavailable(let tried, _) = error, tried.count == 1 { path = tried[0] }
    }
    self.path = path
    self.paths = paths
    isUserInstance = !isChosen && path != SocketPath.system
    units = isChosen ? .failure(.chosen) : Units.ask(ofUser: isUserInstance)
    place = SocketPlace(at: path)
    user = SocketPlace.name(ofUser: geteuid())
    guard !isChosen else { return }
    house = .ask()
    // Root has no agent, since it has no PipeWire.
    if geteuid() != 0 { agent = AgentCheck(hasUnits: access("/run/systemd/system", F_OK) == 0) }
    if !isUserInstance, paths.count > 1, case .success(let own) = Units.ask(ofUser: true) {
      ownUnits = own
    }
    configuration = .ask(
      "audiosessiond",
      isUserInstance ? ["--user"] : [],
      isTrusted: isUserInstance || geteuid() == 0
    )
    if case .right(let files) = configuration, let read = status?.configurationReadAt {
      changed = ConfigurationCheck.changed(files, since: read)
    }
    lastWords = units.failing?.lastWords(ofUser: isUserInstance)
  }
}

extension Result<Units, Examination.Absence> {
  /// The service, if it should be running, and isn't.
  fileprivate var failing: Units.Unit? {
    guard case .success(let units) = self else { return nil }
    return ["active", "inactive"].contains(units.service["ActiveState"]) ? nil : units.service
  }
}
