import AudioSessionJSON
import AudioSessionSchema
import AudioSessionSystem
import AudioSessionWire
import ControlCore

/// The parameters of `policy.simulate`: the session that acts, and the action.
struct SimulationRequest: Equatable {
  /// The number of the session that acts; 0 for a new one.
  let session: UInt64
  let action: PolicySimulate.Action
  private let members: [JSONValue.Member]

  var parameters: JSONValue { .object(members) }

  /// The parameters for the same decision under a configuration that isn't in force.
  func parameters(by candidate: Candidate) -> JSONValue {
    .object(members + [.init("configuration", .string(candidate.text))])
  }

  /// The parameters for the same session, if it had the grants that it lacks.
  var parametersWithGrants: JSONValue { .object(members + [.init("allGrants", true)]) }

  /// Creates the request for a command line; a session's name is looked up in the daemon.
  init(_ invocation: Invocation, _ daemon: inout Daemon) throws(Failure) {
    let deactivates = invocation.has("deactivate")
    let notifies = invocation.has("notify")
    if notifies && !deactivates { throw .usage("--notify: requires --deactivate") }
    var subject: [JSONValue.Member]
    var session: UInt64 = 0
    if let name = invocation.value("session") {
      let other = SimulationRequest.identities.first(where: invocation.has)
      if let option = SessionOptions.first(in: invocation) ?? other {
        throw .usage("--\(option): can't be combined with --session, which has its own")
      }
      session = try daemon.session(named: name)
      subject = [.init("session", session.json)]
    } else {
      if deactivates {
        throw .usage("--deactivate: requires --session, since a new session isn't active")
      }
      let description = try SimulationRequest.description(invocation)
      subject = [.init("description", description)]
      subject += try SimulationRequest.identity(invocation)
    }
    self.session = session
    action = deactivates ? .deactivate : .activate
    members =
      subject + [
        .init("action", action.json),
        .init("notifyOthers", .bool(notifies)),
      ]
  }

  /// Whether a command line says which session acts.
  static func isDescribed(in invocation: Invocation) -> Bool {
    (["session", "deactivate", "notify"] + identities).contains(where: invocation.has)
      || SessionOptions.first(in: invocation) != nil
  }

  /// The options that say whose session it is.
  private static let identities = ["as-user", "as-unit", "as-user-unit"]

  private static func description(_ invocation: Invocation) throws(Failure) -> JSONValue {
    let members = try SessionOptions.members(invocation)
    guard !members.isEmpty else { throw .usage("policy test: expected --session or --category") }
    return .object(members)
  }

  /// The owner of the session, as far as it differs from this program.
  private static func identity(_ invocation: Invocation) throws(Failure) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let application = invocation.value("application") {
      members.append(.init("application", .string(application)))
    }
    if let word = invocation.value("as-user") {
      let user = try number(ofUser: word)
      // The daemon doesn't look up accounts: the request has to include the user's groups.
      let groups = Accounts().groups(ofUser: user)
      members.append(.init("user", .number("\(user)")))
      members.append(.init("groups", .array(groups.map { .number("\($0)") })))
    }
    for (option, name) in [("as-unit", "unit"), ("as-user-unit", "userUnit")] {
      if let unit = invocation.value(option) { members.append(.init(name, .string(unit))) }
    }
    return members
  }

  private static func number(ofUser word: String) throws(Failure) -> UInt32 {
    if let number = UInt32(word) ?? Accounts().userID(named: word) { return number }
    throw .usage("--as-user: expected the name or id of a user, found \(word.printable)")
  }
}
