import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// The conversation of `run` with one daemon: actions become requests, and messages become events in
/// the order in which they arrived.
final class Link {
  /// What a request asked for.
  private enum Question: Equatable {
    case hello, open, activate, probe, explain, other
  }

  private let request: RunRequest
  /// The process that the session is opened for.
  private let pid: Int32
  private var client: BlockingClient
  private var questions: [ClientMachine.RequestNumber: Question] = [:]
  /// The latest activation; replies to those before it are out of date.
  private var activation: ClientMachine.RequestNumber?
  /// The session's number; nil if none is open.
  private(set) var session: UInt64?
  /// What the daemon said about an interruption.
  private var explanation: String?

  /// Connects.
  ///
  /// - Throws: ``ClientError/unavailable(tried:_:)`` or ``ClientError/timedOut``.
  convenience init(
    _ request: RunRequest,
    for pid: Int32,
    at paths: [String]
  ) throws(ClientError) {
    // Only for a place in the listener's queue.
    let limit = TimeLimit(.milliseconds(200))
    self.init(request, for: pid, over: try BlockingClient(connectingTo: paths, by: limit))
  }

  /// Uses a connection that exists already.
  init(_ request: RunRequest, for pid: Int32, over client: consuming BlockingClient) {
    self.request = request
    self.pid = pid
    self.client = client
  }

  /// The path at which the daemon was found.
  var path: String { client.path }
  /// The connection's descriptor, for a poller, valid while this object lives.
  var number: CInt { client.number }
  var hasUnsent: Bool { client.hasUnsent }

  private func ask(_ question: Question, _ method: Method, _ parameters: JSONValue) {
    let number = client.send(method, parameters)
    questions[number] = question
    if question == .activate { activation = number }
  }

  private func ask(_ question: Question, _ method: Method, _ members: [JSONValue.Member] = []) {
    guard let session else { return }
    let subject = JSONValue.Member("session", .number("\(session)"))
    ask(question, method, .object([subject] + members))
  }

  /// Requests a new session, by a `hello` first.
  func open() {
    session = nil
    activation = nil
    var hello: [JSONValue.Member] = [
      .init("protocol", 1), .init("name", "audiosessionctl run"), .init("events", ["lifecycle"]),
    ]
    if let application = request.application {
      hello.append(.init("application", .string(application)))
    }
    ask(.hello, .hello, .object(hello))
  }

  /// Requests the activation.
  ///
  /// What only records is to resume after an interruption, too, but doesn't count as playing (R24).
  /// The report goes with the request, before anything can interrupt the session.
  func activate() {
    ask(.activate, .sessionActivate)
    let category = request.session.first { $0.name == "category" }?.value
    if category == .string(Category.record.rawValue) {
      ask(.other, .sessionReport, [.init("recording", true)])
    }
  }

  func deactivate() {
    ask(.other, .sessionDeactivate, [.init("options", ["notifyOthersOnDeactivation"])])
  }

  func close() { ask(.other, .sessionClose) }

  func watch(_ isWatching: Bool) {
    ask(.other, .eventsSubscribe, ["scope": .string(isWatching ? "all" : "none")])
  }

  func probe() { ask(.probe, .policySimulate, [.init("action", "activate")]) }

  func explain() { ask(.explain, .policyExplain) }

  /// Sends and receives what is possible now.
  ///
  /// - Throws: That the connection has ended.
  func exchange() throws(ClientError) -> [Event] {
    var events: [Event] = []
    for message in try client.exchangeMessages() {
      switch message {
      case .reply(let number, let result):
        guard let question = questions.removeValue(forKey: number),
          question != .activate || number == activation
        else { continue }
        if let event = try event(question, result) { events.append(event) }
      case .notification(let notification):
        if let event = Link.event(notification, of: session) { events.append(event) }
      }
    }
    return events
  }

  /// The explanation that arrived last; it is told once.
  func takeExplanation() -> String? {
    defer { explanation = nil }
    return explanation
  }

  // MARK: Replies

  private func event(
    _ question: Question,
    _ result: Result<JSONValue, ErrorReply>
  ) throws(ClientError) -> Event? {
    switch (question, result) {
    case (.hello, .success(let reply)):
      open(features: reply.received(as: HelloResult.self)?.features ?? [])
      return nil
    case (.hello, .failure(let error)): throw .refused(error)
    case (.open, .success(let reply)):
      guard let opened: SessionObject = reply.received(), opened.session > 0 else {
        throw .protocolViolation("a session without its number")
      }
      session = opened.session
      return .opened
    case (.open, .failure(let error)): return .notOpened(error)
    case (.activate, .success): return .granted
    case (.activate, .failure(let error)): return .refused(error)
    case (.probe, let result): return .probed(isFree: Link.isFree(result))
    case (.explain, .success(let reply)):
      explanation = reply.received(as: ExplanationResult.self)?.text.first?.printable
      return nil
    case (.explain, .failure), (.other, _): return nil
    }
  }

  /// Opens the session on behalf of the command where the daemon can, else as this program's own.
  private func open(features: [Feature]) {
    var members = request.session
    let hasApplication = features.contains(.sessionOpenApplication)
    if features.contains(.sessionOnBehalfOf), hasApplication || request.application == nil {
      members.append(.init("onBehalfOf", .number("\(pid)")))
      if let application = request.application {
        members.append(.init("application", .string(application)))
      }
    }
    ask(.open, .sessionOpen, .object(members))
  }

  /// True if the activation would be granted at full gain, and interrupt nobody.
  private static func isFree(_ result: Result<JSONValue, ErrorReply>) -> Bool {
    guard case .success(let reply) = result, let simulation: SimulationResult = reply.received()
    else { return false }
    let interrupts = simulation.notifications.contains { $0.method == .sessionInterruption }
    return simulation.reply.result?.gain == 1 && !interrupts
  }

  // MARK: Notifications

  private static func event(
    _ notification: ClientMachine.Notification,
    of session: UInt64?
  ) -> Event? {
    switch notification.known {
    case .mediaServicesWereReset: return .wereReset
    case .serverDecision, .eventsLagged: return .decided
    default: break
    }
    if let closed: SessionClosed = notification.read(), closed.session == session {
      return .evicted
    }
    if let told: SessionResumptionRecommendation = notification.read(), told.session == session {
      return .recommended(shouldResume: told.recommendation == .shouldResume)
    }
    guard let told: SessionInterruption = notification.read(), told.session == session else {
      return nil
    }
    switch told.phase {
    case .began(.appWasSuspended, _): return .wasSuspended
    case .began: return .interrupted
    case .ended(let shouldResume): return .ended(shouldResume: shouldResume)
    }
  }
}
