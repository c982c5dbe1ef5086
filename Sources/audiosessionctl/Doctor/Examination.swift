import AudioSessionClient
import AudioSessionWire
import Glibc

/// What the doctor sees of daemon and service manager, before anything is made of it.
struct Examination: Equatable, Sendable {
  /// What came of the attempt to talk to the daemon.
  enum Contact: Equatable, Sendable {
    /// It answered `hello` with this.
    case answer(JSONValue)
    /// Nobody did, by this error.
    case failure(ClientError)
  }

  /// Why there is nothing to say about units.
  enum Absence: Error, Equatable, Sendable {
    /// The socket was chosen, so that no unit of ours need have to do with it.
    case chosen
    /// systemd isn't the service manager of this machine.
    case otherManager
    /// systemd didn't tell.
    case silent
  }

  /// The path that counts: the first that exists, else the last that was tried.
  var path: String
  /// All paths that were tried.
  var paths: [String]
  var contact: Contact
  /// What `server.status` was answered with; nil if nobody answered.
  var status: JSONValue?
  /// Whether it is about the user's own instance.
  var isUserInstance = false
  var units: Result<Units, Absence>
  /// The user's own units, if the system's instance is talked to and the user has one to prefer.
  var ownUnits: Units?
  var place = SocketPlace()
  var configuration = ConfigurationCheck.unknown
  /// Files and folders of the configuration that changed since the daemon read them.
  var changed: [String] = []
  /// The last line that the daemon's program said to the journal, if it doesn't run.
  var lastWords: String?
  /// The user's agent; nil if it isn't looked for.
  var agent: AgentCheck?
  /// Who asks.
  var user = "alice"
}

extension Examination {
  /// Looks at the machine.
  ///
  /// - Parameters:
  ///   - paths: Where the daemon may be, the first that exists counts.
  ///   - isChosen: Whether somebody said the path, so that no unit need belong to it.
  ///   - timeout: How long the daemon may take to answer.
  init(paths: [String], isChosen: Bool, timeout: Duration) {
    let limit = TimeLimit(timeout)
    var path = paths.last ?? ""
    do throws(ClientError) {
      var client = try BlockingClient(connectingTo: paths, by: limit)
      path = client.path
      contact = .answer(try client.hello(name: "audiosessionctl", by: limit))
      // A daemon of another version may know less, and that is told elsewhere.
      status = try? client.call(.serverStatus, by: limit)
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
    // Root has none, as it has no PipeWire.
    if geteuid() != 0 { agent = AgentCheck(hasUnits: access("/run/systemd/system", F_OK) == 0) }
    if !isUserInstance, paths.count > 1, case .success(let own) = Units.ask(ofUser: true) {
      ownUnits = own
    }
    configuration = .ask(isUserInstance: isUserInstance)
    if case .right(let files) = configuration, let read = status?.text(of: "configurationReadAt") {
      changed = ConfigurationCheck.changed(files, since: read)
    }
    lastWords = units.failing ? Units.lastWords(ofUser: isUserInstance) : nil
  }
}

extension Result<Units, Examination.Absence> {
  /// The service is neither there nor expected not to be.
  fileprivate var failing: Bool {
    guard case .success(let units) = self else { return false }
    return !["active", "inactive"].contains(units.service["ActiveState"])
  }
}
