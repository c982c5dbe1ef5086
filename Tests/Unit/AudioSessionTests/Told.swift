import AudioSession
import AudioSessionJSON
import AudioSessionWire

/// What a session is told, as the wire says it: to hold the library against.
enum Told {
  static let speaker: JSONValue = ["portType": "Speaker", "name": "Desk", "portID": "desk"]

  /// A notification without what the library doesn't tell.
  static func text(_ message: JSONValue) -> String {
    let hidden = ["epoch", "seq", "session", "duckedBy"]
    let params = message["params"]?.members?.filter { !hidden.contains($0.name) } ?? []
    return "\(message["method"]?.string ?? "?") \(JSONValue.object(params).text)"
  }

  /// The notification that an event came from.
  static func text(_ event: SessionEvent) -> String {
    let (method, params): (String, JSONValue) =
      switch event {
      case .interruptionBegan(let reason, let by):
        (
          "session.interruption",
          ["type": "began", "reason": .string(reason.rawValue), "by": value(by)]
        )
      case .interruptionEnded(let shouldResume):
        (
          "session.interruption",
          ["type": "ended", "options": shouldResume ? ["shouldResume"] : []]
        )
      case .resumptionRecommendation(let advice):
        ("session.resumptionRecommendation", ["recommendation": .string(advice.rawValue)])
      case .ducking(let gain, let ramp):
        (
          "session.ducking",
          ["gain": JSONValue(floatLiteral: gain), "rampMilliseconds": milliseconds(ramp)]
        )
      case .secondaryAudioShouldBeSilenced(let isSilenced):
        ("session.silenceSecondaryAudioHint", ["type": isSilenced ? "begin" : "end"])
      case .routeChange(let reason, let previous, let current):
        (
          "session.routeChange",
          [
            "reason": .string(reason.rawValue), "previousRoute": value(previous),
            "currentRoute": value(current),
          ]
        )
      case .userMuteChange(let input, let output, let wantsUnmute):
        (
          "session.muteChange",
          [
            "mutedByUser": .array((input ? ["input"] : []) + (output ? ["output"] : [])),
            "wantsUnmute": .bool(wantsUnmute),
          ]
        )
      case .hardwareChange(let hardware):
        ("session.hardwareChange", ["hardware": hardware.object.json])
      case .didBecomeActive: ("session.didBecomeActive", [:])
      case .didBecomeInactive(let source, nil):
        ("session.didBecomeInactive", ["source": .string(source.rawValue)])
      case .didBecomeInactive(let source, let reason?):
        (
          "session.didBecomeInactive",
          ["source": .string(source.rawValue), "reason": .string(reason.rawValue)]
        )
      case .closed(let reason): ("session.closed", ["reason": .string(reason.rawValue)])
      case .mediaServicesLost: ("mediaServices.wereLost", [:])
      case .mediaServicesReset: ("mediaServices.wereReset", [:])
      }
    return "\(method) \(params.text)"
  }

  private static func value(_ by: AudioSession.Blocker?) -> JSONValue {
    guard let by else { return .null }
    return [
      "session": .number(String(by.session)), "name": by.name.map(JSONValue.string) ?? .null,
      "priority": .string(by.priority.rawValue),
    ]
  }

  private static func value(_ route: AudioSession.Route) -> JSONValue {
    ["inputs": .array(route.inputs.map(value)), "outputs": .array(route.outputs.map(value))]
  }

  private static func value(_ port: AudioSession.Route.Port) -> JSONValue {
    ["portType": .string(port.type), "name": .string(port.name), "portID": .string(port.id)]
  }

  private static func milliseconds(_ ramp: Duration) -> JSONValue {
    .number(
      String(ramp.components.seconds * 1000 + ramp.components.attoseconds / 1_000_000_000_000_000)
    )
  }
}
