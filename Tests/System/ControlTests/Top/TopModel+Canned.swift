import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

@testable import ControlCore
@testable import ControlTop

extension Model {
  /// The daemon of ``Canned`` after the subscription, on a screen of this size.
  static func canned(
    _ sessions: [SessionObject] = Canned.all,
    columns: Int = 80,
    rows: Int = 24
  ) throws -> Model {
    var model = Model(place: "at /fake", size: Size(columns: columns, rows: rows))
    model.take(Canned.status(), at: Clock.fixed.now)
    model.take(Canned.listing(sessions), at: Clock.fixed.now)
    return model
  }

  /// The screen without colours.
  mutating func screen(_ clock: Clock = .fixed) -> String {
    settle()
    let lines = View(self, clock).lines.map { line in
      line.painted(columns: size.columns, Colour(isOn: false)).text
    }
    return lines.map { $0.replacing(/\x20+$/, with: "") }.joined(separator: "\n")
  }

  mutating func press(_ text: String) {
    for scalar in text.unicodeScalars {
      settle()
      press(.character(scalar))
    }
  }

  /// Takes a notification as the daemon would send it.
  mutating func hear(_ method: NotificationMethod, _ params: JSONValue) throws {
    let message: JSONValue = [
      "jsonrpc": "2.0", "method": .string(method.rawValue), "params": params,
    ]
    var machine = ClientMachine()
    try machine.receive(Array("\(message.text)\n".utf8).span)
    guard let notification = machine.takeNotification() else { return }
    take(notification, at: Clock.fixed.now)
  }
}
