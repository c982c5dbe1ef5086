import AudioSessionClient
import AudioSessionWire
import BenchmarkReport

/// What taking a notification costs while others wait, and how that grows with their number.
enum ClientCost {
  /// Measures with so many waiting, the fewest first.
  static func measure(_ counts: [Int], into report: inout Report) {
    let costs = counts.map(cost)
    for (count, cost) in zip(counts, costs).dropFirst() {
      let sample = Row.Sample(ours: cost, theirs: costs[0])
      report.note("+", Catalogue.backlog, Catalogue.count(count, "waiting"), sample)
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
