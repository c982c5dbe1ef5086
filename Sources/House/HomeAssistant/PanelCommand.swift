import Glibc  // pow(3), and nothing else.

/// What somebody wants of a machine at a panel, such as Home Assistant's.
package enum PanelCommand: Equatable, Sendable {
  /// All that plays is paused, and nothing goes on by itself.
  case pauseAll
  /// The silent switch is turned on or off (R62).
  case setSilenced(Bool)
  /// Others are lowered to this gain, linear, 0…1.
  case setDuckGain(Double)

  /// The names of the commands, each the last level of a topic.
  static let pause = "pause"
  static let silence = "silence"
  static let duck = "duck"

  /// What is said to press a button, and to turn a switch.
  static let press = "PRESS"
  static let on = "ON"
  static let off = "OFF"

  /// Reads what was said at a command's topic; nil if it is no command.
  ///
  /// - Parameters:
  ///   - name: The command's name.
  ///   - payload: What was said.
  init?(_ name: Substring, _ payload: [UInt8]) {
    guard payload.count <= 32 else { return nil }
    let text = String(decoding: payload, as: UTF8.self)
    switch String(name) {
    case PanelCommand.pause where text == PanelCommand.press: self = .pauseAll
    case PanelCommand.silence where text == PanelCommand.on: self = .setSilenced(true)
    case PanelCommand.silence where text == PanelCommand.off: self = .setSilenced(false)
    case PanelCommand.duck:
      guard let depth = Double(text), depth <= 0 else { return nil }
      self = .setDuckGain(depth <= ActivityMessage.softest ? 0 : pow(10, depth / 20))
    default: return nil
    }
  }
}
