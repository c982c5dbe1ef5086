import AudioSessionBus
import Foundation

/// The media player as others see it on the bus: what is answered to a call, given what the program has
/// said.
struct PlayerObject {
  /// A call, without its caller.
  struct Call {
    var path = PlayerInterfaces.path
    /// Nil if the caller names none.
    var interface: String?
    var member: String
    var signature = ""
    var values: [BusValue] = []
  }

  enum Answer: Equatable {
    case values([BusArgument])
    /// The name of a D-Bus error, and a sentence that says what was expected.
    case refusal(String, String)
    /// The program has to do something, or, with nil, has no command for it.
    ///
    /// `isToPlay` is whether the user wants the program to play, nil if that isn't what it is about.
    case action(RemoteAction?, isToPlay: Bool? = nil)

    static func refusal(_ error: Refusal, _ explanation: String) -> Answer {
      .refusal("org.freedesktop.DBus.Error.\(error.rawValue)", explanation)
    }
  }

  /// D-Bus's own errors, of those that say what was wrong with a call.
  enum Refusal: String {
    case unknownObject = "UnknownObject"
    case unknownInterface = "UnknownInterface"
    case unknownMethod = "UnknownMethod"
    case unknownProperty = "UnknownProperty"
    case readOnly = "PropertyReadOnly"
    case invalidArguments = "InvalidArgs"
    case notSupported = "NotSupported"
  }

  let state: PlayerState
  /// The program's name for people.
  let identity: String
  let now: TimeInterval

  func answer(to call: Call) -> Answer {
    guard call.path == PlayerInterfaces.path else { return answerElsewhere(call) }
    let interfaces =
      call.interface.map { name in PlayerInterfaces.all.filter { $0.name == name } }
      ?? PlayerInterfaces.all
    guard !interfaces.isEmpty else { return unknownInterface(call.interface ?? "") }
    for interface in interfaces {
      guard let method = interface.methods.first(where: { $0.name == call.member }) else {
        continue
      }
      guard method.signature == call.signature else {
        return .refusal(
          .invalidArguments,
          "\(method.name): expected arguments of the types '\(method.signature)', "
            + "got '\(call.signature)'"
        )
      }
      return answer(call.values, to: method.name, of: interface.name)
    }
    let names = interfaces.flatMap(\.methods).map(\.name).joined(separator: ", ")
    return .refusal(.unknownMethod, "\(call.member): expected one of \(names)")
  }

  /// On the way to the player there is something to see, and nothing to call.
  private func answerElsewhere(_ call: Call) -> Answer {
    let start = call.path == "/" ? "/" : call.path + "/"
    guard call.member == "Introspect", PlayerInterfaces.path.hasPrefix(start) else {
      let explanation = "\(call.path): expected the object \(PlayerInterfaces.path)"
      return .refusal(.unknownObject, explanation)
    }
    let child = PlayerInterfaces.path.dropFirst(start.count).prefix { $0 != "/" }
    let document = BusInterface.introspection(
      of: [PlayerInterfaces.introspectable],
      child: String(child)
    )
    return .values([.string(document)])
  }

  private func answer(
    _ values: [BusValue],
    to method: String,
    of interface: String
  ) -> Answer {
    switch interface {
    case PlayerInterfaces.introspectable.name:
      .values([.string(BusInterface.introspection(of: PlayerInterfaces.all))])
    case PlayerInterfaces.properties.name: answerProperties(values, to: method)
    case PlayerInterfaces.player.name: answerPlayer(values, to: method)
    // One that can't be shown or ended is asked for it in vain.
    default: .action(nil)
    }
  }

  private func answerPlayer(_ values: [BusValue], to method: String) -> Answer {
    let time = (values.last?.integer).map { Double($0) / 1_000_000 } ?? 0
    return switch method {
    case "Play": .action(state.play(), isToPlay: true)
    case "Pause": .action(state.pause(), isToPlay: false)
    case "Stop": .action(state.stop(), isToPlay: false)
    case "PlayPause": .action(state.toggle(), isToPlay: !state.isPlaying)
    case "Next": .action(state.next())
    case "Previous": .action(state.previous())
    case "Seek": .action(state.seek(by: time, at: now))
    case "SetPosition":
      .action(state.setPosition(time, of: values.first?.string ?? ""))
    default:
      .refusal(.notSupported, "\(method): this player opens nothing, as SupportedUriSchemes says")
    }
  }
}

/// Its properties.
extension PlayerObject {
  /// Those of an interface, nil if there is none of that name.
  private func properties(of interface: String) -> [String: BusArgument]? {
    switch interface {
    case PlayerInterfaces.root.name:
      [
        "CanQuit": .boolean(false), "CanRaise": .boolean(false), "HasTrackList": .boolean(false),
        "Identity": .string(identity), "SupportedMimeTypes": .strings([]),
        "SupportedUriSchemes": .strings([]),
      ]
    case PlayerInterfaces.player.name:
      state.properties.merging(
        ["Position": .int64(state.nowPlaying.position(at: now).microseconds)]
      ) { $1 }
    default: PlayerInterfaces.all.contains { $0.name == interface } ? [:] : nil
    }
  }

  private func answerProperties(_ values: [BusValue], to method: String) -> Answer {
    let interface = values.first?.string ?? ""
    guard let properties = properties(of: interface) else { return unknownInterface(interface) }
    if method == "GetAll" { return .values([.properties(properties)]) }
    let name = values.dropFirst().first?.string ?? ""
    guard let value = properties[name] else {
      let names = properties.keys.sorted().joined(separator: ", ")
      return .refusal(.unknownProperty, "\(interface).\(name): expected one of \(names)")
    }
    return method == "Get" ? .values([.variant(value)]) : set(name, to: values.last)
  }

  private func set(_ name: String, to value: BusValue?) -> Answer {
    switch name {
    case "LoopStatus":
      guard let status = (value?.string).flatMap(LoopStatus.init) else {
        let words = LoopStatus.allCases.map(\.rawValue).joined(separator: ", ")
        return .refusal(.invalidArguments, "\(name): expected one of \(words)")
      }
      return .action(.repeatMode(status.type))
    case "Shuffle":
      guard let isOn = value?.boolean else {
        return .refusal(.invalidArguments, "\(name): expected a boolean")
      }
      return .action(.shuffleMode(isOn ? .items : .off))
    case "Rate":
      let range = state.rateRange
      let expectation = "expected a number from \(range.lowerBound) to \(range.upperBound)"
      guard let rate = value?.real else {
        return .refusal(.invalidArguments, "\(name): \(expectation)")
      }
      // As MPRIS has it.
      if rate == 0 { return .action(state.pause(), isToPlay: false) }
      guard range.contains(rate) else {
        return .refusal(.invalidArguments, "\(name) \(rate): \(expectation)")
      }
      return .action(state.available.contains(.rate) ? .rate(rate) : nil)
    default:
      let writable = PlayerInterfaces.player.properties.filter(\.isWritable).map(\.name)
        .joined(separator: ", ")
      return .refusal(.readOnly, "\(name): expected one of \(writable)")
    }
  }

  private func unknownInterface(_ name: String) -> Answer {
    let names = PlayerInterfaces.all.map(\.name).joined(separator: ", ")
    return .refusal(.unknownInterface, "\(name): expected one of \(names)")
  }
}
