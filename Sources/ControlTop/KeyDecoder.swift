/// A key, or a combination of keys, that was pressed on a terminal.
enum Key: Equatable, Sendable {
  case character(Unicode.Scalar)
  case up, down, pageUp, pageDown, home, end
  case enter, backspace, escape
  /// Ctrl-L, Ctrl-U.
  case redraw, clear
  /// A key that has no meaning here.
  case other
}

/// Turns the bytes of a terminal into keys; a sequence may arrive in several pieces.
struct KeyDecoder: Sendable {
  /// The beginning of a sequence, or of a character in UTF-8.
  private var pending: [UInt8] = []

  /// True if an Escape has arrived, which may be the key itself or the beginning of a sequence.
  var isUndecided: Bool { pending.first == KeyDecoder.escape }

  /// Takes bytes, and returns the keys that are complete.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    bytes.reduce(into: []) { keys, byte in
      if let first = pending.first, first == KeyDecoder.escape {
        // A new Escape ends a sequence that was broken off.
        if byte == KeyDecoder.escape { keys += flush() }
        pending.append(byte)
        keys += KeyDecoder.isComplete(pending) ? [sequence()] : []
      } else if byte == KeyDecoder.escape {
        pending = [byte]
      } else {
        keys += character(byte)
      }
    }
  }

  /// Ends the wait for the rest of a sequence: an Escape without a rest is the key.
  mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending.isEmpty ? [] : [pending == [KeyDecoder.escape] ? .escape : .other]
  }

  private static let escape: UInt8 = 0x1B

  /// The longest sequence that a terminal sends for a key.
  private static let longest = 16

  /// Sequences are `ESC O X` and `ESC [ parameters X`; with any other key, Alt was held down.
  private static func isComplete(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 1 else { return false }
    switch bytes[1] {
    case UInt8(ascii: "["):
      return bytes.count > 2 && (0x40...0x7E ~= bytes[bytes.count - 1] || bytes.count >= longest)
    case UInt8(ascii: "O"): return bytes.count > 2
    default: return true
    }
  }

  private mutating func sequence() -> Key {
    defer { pending = [] }
    let text = String(decoding: pending.dropFirst(), as: UTF8.self)
    return KeyDecoder.sequences[text] ?? .other
  }

  /// The sequences of xterm, the Linux console and rxvt.
  private static let sequences: [String: Key] = [
    "[A": .up, "OA": .up, "[B": .down, "OB": .down, "[5~": .pageUp, "[6~": .pageDown,
    "[H": .home, "OH": .home, "[1~": .home, "[7~": .home,
    "[F": .end, "OF": .end, "[4~": .end, "[8~": .end, "OM": .enter,
  ]

  private mutating func character(_ byte: UInt8) -> [Key] {
    if byte < 0x80 {
      pending = []
      return [control(byte) ?? .character(Unicode.Scalar(byte))]
    }
    // A byte that begins a character ends one that was broken off.
    pending = byte & 0xC0 == 0xC0 ? [byte] : pending + [byte]
    let length = KeyDecoder.length(pending[0])
    guard pending.count >= length else { return [] }
    defer { pending = [] }
    guard let text = String(validating: pending, as: UTF8.self) else { return [] }
    return text.unicodeScalars.filter { !$0.properties.isNoncharacterCodePoint }.map(Key.character)
  }

  private func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x0A, 0x0D: .enter
    case 0x0C: .redraw
    case 0x15: .clear
    case 0..<0x20: .other
    default: nil
    }
  }

  /// The number of bytes of the character in UTF-8 that begins so.
  private static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 1
    }
  }
}
