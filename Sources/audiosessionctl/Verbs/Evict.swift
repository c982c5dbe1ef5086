import AudioSessionJSON
import AudioSessionWire
import ControlCore

extension Verb {
  static let evict = Verb(
    name: "evict",
    argument: .one("ID"),
    options: [Option(name: "note", value: .text("TEXT"), meaning: "Record this text in the log.")],
    summary: "Close a session, whoever owns it.",
    details: """
      Its owner is notified, and sessions that it held back may play. Requires the grant admin,
      which root has, and the configuration can give to others.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let number = try daemon.session(named: invocation.arguments[0])
      var parameters = [JSONValue.Member("session", number.json)]
      if let note = invocation.value("note") {
        parameters.append(JSONValue.Member("note", .string(note)))
      }
      let subject: JSONValue = ["session": number.json]
      let session = try daemon.call(.sessionGet, subject, as: SessionObject.self)
      let reply = try daemon.call(.sessionEvict, .object(parameters))
      if invocation.has("json") { return output.print(reply) }
      output.print("\(session.value.sessionLabel) was closed.")
    }
  )
}
