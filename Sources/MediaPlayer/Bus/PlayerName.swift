import AudioSessionBus
import Foundation

/// The program's name on the bus.
enum PlayerName {
  private static let start = "org.mpris.MediaPlayer2."

  /// By the program's file, or in a Flatpak by what its sandbox lets it own.
  static func preferred(of program: String, in environment: [String: String]) -> String {
    start + (environment["FLATPAK_ID"] ?? element(of: program))
  }

  /// The name beside one that another process has.
  static func another(than name: String) -> String { "\(name).instance\(getpid())" }

  /// A part of a bus name: letters, digits, `_` and `-`, of which the first is no digit.
  private static func element(of name: String) -> String {
    let allowed = name.utf8.prefix(128).map { byte in
      switch UnicodeScalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-": byte
      default: UInt8(ascii: "_")
      }
    }
    let text = String(decoding: allowed, as: UTF8.self)
    return text.first.map { $0.isNumber } ?? true ? "_" + text : text
  }
}

extension BusCall {
  /// Asks for a name, without waiting for it while another has it.
  static func requestName(_ name: String) -> BusCall {
    let doNotQueue: UInt32 = 4
    var call = BusCall.bus("RequestName", [name])
    call.arguments.append(.uint32(doNotQueue))
    return call
  }

  /// Whether the answer to that means that the name is ours: it has become so, or was already.
  static func isOwner(by answer: Int64) -> Bool { answer == 1 || answer == 4 }
}
