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
  /// Whether it is about the user's own instance.
  var isUserInstance = false
  var units: Result<Units, Absence>
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
    } catch {
      contact = .failure(error)
      if case .unavailable(let tried, _) = error, tried.count == 1 { path = tried[0] }
    }
    self.path = path
    self.paths = paths
    isUserInstance = !isChosen && path != SocketPath.system
    units = isChosen ? .failure(.chosen) : Units.ask(ofUser: isUserInstance)
  }
}
