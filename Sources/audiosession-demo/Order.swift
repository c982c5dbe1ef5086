import AudioSessionWire

/// What the demo has one of its programs do; each is answered once.
enum Order {
  /// Say hello, with the epoch of the connection before, and open a session.
  case connect
  /// Make a request about the session.
  case ask(Method, JSONValue)
  /// Tell what came up to now: whatever the daemon has decided by then is among it.
  case listen
  /// Wait until the daemon says something, or is gone.
  case wait

  /// The order as a line.
  var line: JSONValue {
    switch self {
    case .connect: ["order": "connect"]
    case .ask(let method, let parameters):
      ["order": .string(method.rawValue), "parameters": parameters]
    case .listen: ["order": "listen"]
    case .wait: ["order": "wait"]
    }
  }

  /// Reads a line; nil if it is no order.
  init?(_ line: String) {
    guard let value = try? JSONValue(parsing: line), let word = value["order"]?.string else {
      return nil
    }
    switch word {
    case "connect": self = .connect
    case "listen": self = .listen
    case "wait": self = .wait
    default:
      guard let method = Method(rawValue: word), let parameters = value["parameters"] else {
        return nil
      }
      self = .ask(method, parameters)
    }
  }
}
