import TestSupport

/// A process on a private bus that plays media players, logind and RealtimeKit, as Tests/Support/TestBus
/// says.
package final class BusActor {
  /// Something that was called, or was let go.
  package struct Call: Equatable {
    /// Since boot.
    package var time: Duration
    /// A player's name, `login1` or `rtkit`.
    package var target: String
    package var what: String
  }

  private let program: RunningProgram
  private var calls: [Call] = []

  package init(on bus: PrivateBus) throws {
    program = try bus.start("audiosession-test-bus", readsLines: true)
  }

  package var pid: Int32 { program.pid }

  /// Has it do what a line says, and returns when that is done.
  package func perform(_ line: String) throws {
    try program.send(line)
    while true {
      let answer = try program.nextLine()
      if answer == "ok" { return }
      guard let call = BusActor.call(answer) else { throw ProcessFault("\(line): \(answer)") }
      calls.append(call)
    }
  }

  /// The next call, after waiting for it.
  package func nextCall() throws -> Call {
    guard calls.isEmpty else { return calls.removeFirst() }
    let line = try program.nextLine()
    guard let call = BusActor.call(line) else { throw ProcessFault(line) }
    return call
  }

  /// The calls up to now of which none was taken, as `TARGET WHAT`.
  package func takeCalls() throws -> [String] {
    // What it was told before it did this.
    try perform("nothing")
    defer { calls = [] }
    return calls.map { "\($0.target) \($0.what)" }
  }

  private static func call(_ line: String) -> Call? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, let time = Int(words[0]) else { return nil }
    return Call(time: .microseconds(time), target: String(words[1]), what: String(words[2]))
  }
}
