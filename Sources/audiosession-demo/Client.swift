import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// One of the story's programs: does what it is ordered, and passes on what the daemon tells it.
struct Client: ~Copyable {
  let role: Role
  let socketPath: String
  /// How often it passes on what it hears; anything but once is a lie.
  let hearings: Int
  private let director = LineChannel(Socket(FileDescriptor(STDIN_FILENO)))
  private var daemon: BlockingClient?
  private var session: JSONValue = .null
  private var epoch: JSONValue?

  init(role: Role, socketPath: String, hearings: Int) {
    self.role = role
    self.socketPath = socketPath
    self.hearings = hearings
  }

  /// Carries out orders until nobody gives any.
  mutating func run() throws(Failure) {
    while director.receive() {
      while let line = director.next() {
        guard let order = Order(line) else { throw .unusable("\(line): expected an order") }
        try director.write(answer(to: order).line)
      }
    }
  }

  private mutating func answer(to order: Order) -> Answer {
    var answer = Answer()
    switch order {
    case .connect: answer = Answer(connect())
    case .ask(let method, let parameters): answer = Answer(ask(method, parameters))
    case .listen: answer = Answer(call(.serverStatus, [:]))
    case .wait:
      switch nextNotification(within: .seconds(3)) {
      case .success(let notification): answer.heard = [notification]
      case .failure(.disconnected): answer.isLost = true
      case .failure: break  // Nothing came, and that is what it has to tell.
      }
    }
    while case .success(let notification) = nextNotification(within: .zero) {
      answer.heard.append(notification)
    }
    answer.heard = answer.heard.flatMap { Array(repeating: $0, count: hearings) }
    if answer.isLost { daemon = nil }
    return answer
  }

  private mutating func connect() -> Result<JSONValue, ClientError> {
    do throws(ClientError) {
      daemon = try BlockingClient(connectingTo: [socketPath], by: Client.limit)
    } catch {
      return .failure(error)
    }
    var words: [JSONValue.Member] = [.init("protocol", 1), .init("name", .string(role.rawValue))]
    if let epoch { words.append(.init("epoch", epoch)) }
    if case .success(let welcome) = call(.hello, .object(words)) { epoch = welcome["epoch"] }
    let name = JSONValue.Member("name", .string(role.rawValue))
    let opened = call(.sessionOpen, .object([name] + (role.configuration.members ?? [])))
    if case .success(let object) = opened { session = object["session"] ?? .null }
    return opened
  }

  private mutating func ask(
    _ method: Method,
    _ parameters: JSONValue
  ) -> Result<JSONValue, ClientError> {
    call(method, .object([.init("session", session)] + (parameters.members ?? [])))
  }

  private mutating func call(
    _ method: Method,
    _ parameters: JSONValue
  ) -> Result<JSONValue, ClientError> {
    do throws(ClientError) {
      guard daemon != nil else { throw .disconnected }
      return .success(try daemon?.call(method, parameters, by: Client.limit) ?? .null)
    } catch {
      return .failure(error)
    }
  }

  private mutating func nextNotification(
    within duration: Duration
  ) -> Result<JSONValue, ClientError> {
    do throws(ClientError) {
      guard let heard = try daemon?.nextNotification(by: TimeLimit(duration)) else {
        throw .disconnected
      }
      return .success(heard.message)
    } catch {
      return .failure(error)
    }
  }

  /// The daemon answers at once; this is for one that hangs.
  private static var limit: TimeLimit { TimeLimit(.seconds(3)) }
}
