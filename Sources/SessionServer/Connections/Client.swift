import AudioSessionArbitration
import AudioSessionWire

/// A client, as far as its requests and their answers depend on it: a connection, or a program in
/// the same process.
protocol Client: AnyObject {
  var id: ConnectionID { get }
  var peer: PeerIdentity { get }
  var grants: PeerGrants { get }
  var input: ConnectionInput { get set }
  var outbox: Outbox { get set }
  /// What it has said of itself.
  var introduction: Introduction { get set }
}

/// What a client has said of itself by `hello`.
struct Introduction {
  /// The application that it named, and the order of that `hello`: among a process's connections,
  /// the latest to name one counts for sessions on the process's behalf (R52).
  private(set) var application: (name: String, order: UInt64)?
  /// Whether the latest `hello` named no supported protocol.
  private(set) var isRefused = false
  /// Whether it knew an earlier epoch, so that sessions unknown to the daemon have expired (R49).
  private(set) var hasOutlivedEpoch = false
  /// Whether it asked for lifecycle events.
  private(set) var wantsLifecycle = false

  mutating func refuse() { isRefused = true }

  mutating func accept(wantsLifecycle: Bool) {
    isRefused = false
    self.wantsLifecycle = wantsLifecycle
  }

  mutating func outliveEpoch() { hasOutlivedEpoch = true }

  /// Names the application of what it opens from now on; nil means none.
  mutating func name(_ application: String?, order: UInt64) {
    self.application = application.map { ($0, order) }
  }
}

extension Client {
  var viewer: Viewer {
    let seesEverything = grants.holds(.observe) || grants.holds(.admin)
    return Viewer(user: peer.user, seesEverything: seesEverything)
  }

  /// The name of its application, qualified by its user.
  var applicationName: ApplicationName? {
    introduction.application.map { ApplicationName(user: peer.user, name: $0.name) }
  }

  /// Whether its peer is root or a holder of `admin`, who always gets a place.
  var isPrivileged: Bool { grants.isPrivileged(peer.user) }

  /// The reporter that it is; without the grant `system`, its reports affect only its own user's
  /// sessions (R60).
  var reporter: Reporter {
    Reporter(connection: id, user: grants.holds(.system) ? nil : peer.user)
  }

  /// Returns the request of a message if the client may make it; nil if there is none.
  ///
  /// - Throws: The error to reply with. After a `hello` that named an unsupported protocol, nothing
  ///   else is carried out until a valid one.
  func request(
    of message: IncomingMessage
  ) throws(RPCError) -> (request: Request, method: Method)? {
    if case .failure(.unsupportedProtocol) = message.content { introduction.refuse() }
    if introduction.isRefused, let method = message.method, method != .hello {
      throw .unsupportedProtocol(nil)
    }
    let request = try message.content.get()
    guard let method = message.method else { return nil }
    if let grant = method.grant, !grants.holds(grant) {
      throw .notPermitted(lacking: "the grant \(grant.rawValue)")
    }
    return (request, method)
  }
}

/// The messages of a client, and the replies to batches.
extension Client {
  /// Returns the next message: one that was postponed, the next of the batch, or the next line's.
  ///
  /// - Parameters:
  ///   - line: Memory for a line, which all clients share.
  ///   - limits: The limits in force.
  ///   - isAnswered: Whether the reply to a batch will be read.
  /// - Returns: The message; a line that is too long is one, too. Nil if there is none.
  func nextMessage(
    _ line: inout IncomingLine,
    _ limits: Limits,
    isAnswered: Bool = true
  ) -> IncomingMessage? {
    while true {
      switch input.next(&line, limits) {
      case .nothing: return nil
      case .message(let message): return message
      case .tooLong(let limit):
        return IncomingMessage(failure: .limitExceeded(limit: "lineBytes", value: limit))
      case .batchBegins(let range):
        let number = isAnswered ? outbox.appendHeld(Span()) : 0
        input.openBatch(line, at: range, number: number)
      case .batchEnds(let batch):
        // It is sent as soon as nothing else holds it, followed by the messages it caused.
        if batch.hasReplies { outbox.extend(batch.number, "]\n".utf8Span.span) }
        outbox.release(batch.number)
      }
    }
  }

  /// Adds a reply to the line of the open batch.
  ///
  /// - Returns: The line's number in the outbox; nil if no batch is open.
  func appendToBatch(_ reply: Span<UInt8>) -> UInt64? {
    guard let batch = input.batch else { return nil }
    outbox.extend(batch.number, (batch.hasReplies ? "," : "[").utf8Span.span)
    outbox.extend(batch.number, reply)
    batch.hasReplies = true
    return batch.number
  }
}
