import AudioSessionJSON
import AudioSessionSchema
import AudioSessionWire

/// The parameters of each method: what fits its description is accepted, and an error names what it
/// is about.
enum ParametersTarget {
  static func run(_ input: [UInt8]) {
    var choices = Choices(input)
    let method = choices.element(of: Method.allCases)
    let hasFault = choices.once(in: 2)
    var composer = Composer(choices, wrongIn: hasFault ? 6 : nil)
    let parameters = composer.parameters(of: method)
    let line = Composer.line(method, parameters, id: 1)
    let message = read(line)
    checkHasOneAnswer(message, line)
    if !composer.isWrong, case .failure(let error) = message?.content, !isAboutSeveral(error) {
      fatalError("\(line) fits its description, but \(error)")
    }
    guard var members = parameters.members else { return }
    members.append(.init("noSuchName", 1))
    let unknown = Composer.line(method, .object(members), id: 1)
    guard case .failure = read(unknown)?.content else {
      fatalError("\(unknown) has an unknown name, and is accepted")
    }
  }

  /// Whether the error is about members that each fit, but not together: one of two is needed.
  private static func isAboutSeveral(_ error: RPCError) -> Bool {
    guard case .invalidParams(let fault) = error else { return false }
    return fault.expected.hasPrefix("either ") || fault.expected.contains(" beside ")
  }

  private static func read(_ line: String) -> IncomingMessage? {
    var incoming = IncomingLine()
    incoming.read(line.utf8Span.span, limits: Limits())
    let message = incoming.next()
    Checks.holds(incoming.next() == nil, "\(line) is several messages")
    return message
  }

  private static func checkHasOneAnswer(_ message: IncomingMessage?, _ line: String) {
    guard let message, message.id != nil else { fatalError("\(line) gets no answer") }
    guard case .failure(let error) = message.content else { return }
    var writer = JSONWriter()
    writer.reply(to: message.id ?? .null, failure: error)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    let sentence = (try? JSONValue(parsing: text))?["error"]?["message"]?.string
    Checks.holds(!(sentence ?? "").isEmpty, "\(line) gets \(text), which says nothing")
  }
}
