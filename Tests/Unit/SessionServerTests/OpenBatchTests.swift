import AudioSessionArbitration
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// A batch that is carried out over several turns, with other clients' lines read in between.
struct OpenBatchTests {
  /// The messages of a batch of `session.get`, by the session that each names.
  private static func batch(_ sessions: [Int]) -> [UInt8] {
    let requests = sessions.map { request($0, "session.get", #"{"session":\#($0)}"#) }
    return Array(("[" + requests.joined(separator: ",") + "]\n").utf8)
  }

  private static func id(_ next: ConnectionInput.Next) -> String {
    switch next {
    case .nothing: "nothing"
    case .message(let message):
      if case .integer(let id) = message.id { "\(id)" } else { "another" }
    case .tooLong: "too long"
    case .batchBegins: "begins"
    case .batchEnds: "ends"
    }
  }

  @Test func `its messages come in order, whatever the memory was used for in between`() {
    let limits = Limits()
    var line = IncomingLine()
    var inputs = [ConnectionInput(lineBytes: 65_536), ConnectionInput(lineBytes: 65_536)]
    inputs[0].append(Self.batch([1, 2, 3]).span)
    inputs[1].append(Self.batch([11, 12]).span)
    for index in inputs.indices {
      guard case .batchBegins(let range) = inputs[index].next(&line, limits) else {
        Issue.record("no batch began")
        return
      }
      inputs[index].openBatch(line, at: range, number: 0)
    }
    var taken: [String] = []
    for index in [0, 0, 1, 0, 1, 1, 0] { taken.append(Self.id(inputs[index].next(&line, limits))) }
    #expect(taken == ["1", "2", "11", "3", "12", "ends", "ends"])
    #expect(inputs.allSatisfy { !$0.hasWork && $0.unreadBytes == 0 })
  }

  @Test func `an open batch: counts as many unread bytes as its line has`() {
    let text = Self.batch(Array(1...50))
    var line = IncomingLine()
    var input = ConnectionInput(lineBytes: 65_536)
    input.append(text.span)
    guard case .batchBegins(let range) = input.next(&line, Limits()) else {
      Issue.record("no batch began")
      return
    }
    input.openBatch(line, at: range, number: 0)
    for _ in 0..<20 { _ = input.next(&line, Limits()) }
    #expect(input.unreadBytes == text.count - 1)
  }
}
