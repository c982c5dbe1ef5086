import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

extension Blocker {
  /// The blocker of a message; nil if it has no session.
  init?(_ blocker: BlockerObject?) {
    guard let blocker, blocker.session > 0 else { return nil }
    self.init(session: blocker.session, name: blocker.name, priority: blocker.priority)
  }
}

extension Refusal {
  init(_ reply: ErrorReply) {
    self.init(
      code: Int(reply.code),
      name: reply.name ?? ArbitrationError.unspecified.rawValue,
      fourCC: reply.fourCC,
      rule: reply.rule,
      cell: reply.cell,
      by: Blocker(reply.by),
      message: reply.message
    )
  }

  /// Why a system sound may not play now, from a reply to `alert.request`; nil if it may.
  init?(silencing reply: JSONValue) {
    guard let rule = reply.received(otherwise: AlertResult(rule: nil)).rule else { return nil }
    self.init(
      code: 0,
      name: "silenced",
      rule: rule.name,
      message: "System sounds are silent now (\(rule.name))."
    )
  }
}

extension Route {
  /// The route in a reply to `system.get`; one without ports if there is none.
  init(_ reply: JSONValue) {
    let none = SystemResult(
      route: RouteObject(),
      microphoneMuted: false,
      sleeping: false,
      silenced: false
    )
    self.init(reply.received(otherwise: none).route)
  }

  init(_ route: RouteObject) {
    self.init(
      inputs: route.inputs.map(Port.init),
      outputs: route.outputs.map(Port.init),
      hardware: Hardware(route.hardware ?? HardwareObject())
    )
  }
}

extension Route.Port {
  init(_ port: AudioSessionWire.Port) {
    self.init(type: port.portType, name: port.name, id: port.portID)
  }
}
