import AudioSessionClient
import AudioSessionWire

/// What taking a notification costs while others wait, and how that grows with their number.
enum ClientCost {
  private static let counts = [1_000, 4_000, 16_000, 64_000]

  static func report() {
    print("waiting\tns a notification\tratio to the fewest")
    var first: Double?
    for count in counts {
      let cost = cost(waiting: count)
      print(count, Int(cost), (cost / (first ?? cost)).rounded(), separator: "\t")
      first = first ?? cost
    }
  }

  /// Nanoseconds a notification, where so many came before the first is taken.
  private static func cost(waiting count: Int) -> Double {
    let line = #"{"jsonrpc":"2.0","method":"session.ducking","params":{"session":7,"gain":0.2}}"#
    var full = ClientMachine()
    let bytes = Array(String(repeating: line + "\n", count: count).utf8)
    guard (try? full.receive(bytes.span)) != nil else { fatalError("the line isn't accepted") }
    return nanoseconds(rounds: 1) {
      var machine = full
      while machine.takeNotification() != nil {}
    } / Double(count)
  }
}
