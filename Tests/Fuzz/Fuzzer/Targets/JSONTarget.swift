import AudioSessionJSON
import AudioSessionSchema
import AudioSessionWire

/// A line of JSON: what parses is printed and parses to the same; what a client would take from it,
/// too.
enum JSONTarget {
  static func run(_ input: [UInt8]) {
    var document = JSONDocument()
    for limit in [1, 8, 32] {
      do { try document.read(input.span, depthLimit: limit) } catch { check(error, input) }
    }
    readAsRequest(input)
    let value: JSONValue
    do { value = try JSONValue(parsing: input.span) } catch { return check(error, input) }
    let text = value.text
    Checks.holds(text.utf8.count <= 6 * input.count, "printing makes \(input.count) bytes too long")
    for printed in [text, value.prettyText] {
      Checks.equal((try? JSONValue(parsing: printed))?.text ?? "nothing", text, "printed and read")
    }
    received(value, SessionObject.self)
    received(value, StatusResult.self)
    received(value, SessionListResult.self)
    received(value, ExplanationResult.self)
    received(value, LogResult<LogEntry>.self)
    received(value, ErrorReply.self)
  }

  private static func check(_ error: JSONError, _ input: [UInt8]) {
    switch error {
    case .malformed(let expected, let position):
      Checks.holds(!expected.isEmpty, "an error without a word")
      Checks.holds(0...input.count ~= position, "an error at \(position) of \(input.count)")
    case .tooDeep(let position): Checks.holds(position < input.count, "depth behind the end")
    }
  }

  /// Each message of a line is a request, or has an error.
  private static func readAsRequest(_ input: [UInt8]) {
    var line = IncomingLine()
    line.read(input.span, limits: Limits())
    var count = 0
    while line.next() != nil { count += 1 }
    Checks.holds(count <= max(1, input.count), "\(count) messages in \(input.count) bytes")
  }

  /// What a client takes from a value is written, and taken again.
  private static func received<Value: Described>(_ value: JSONValue, _ type: Value.Type) {
    guard let taken: Value = value.received() else { return }
    let json = taken.json
    guard let again: Value = json.received() else { fatalError("\(json.text) isn't read again") }
    Checks.equal(again.json.text, json.text, "\(type), taken and written")
  }
}
