import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import Testing

/// The reader against Foundation's, on lines that were made up and then spoiled.
///
/// Where the oracle is laxer or stricter than RFC 8259 the line is left out or judged by a rule of
/// its own: it takes a key that comes twice and a comma after the last element, guesses UTF-16,
/// UTF-32 and a byte order mark from the first bytes, refuses numbers that are too large for it,
/// rounds long decimals wrongly at times, and drops the sign of −0.
struct JSONOracleTests {
  @Test func `both readers accept the same lines and see the same values`() throws {
    var generator = SplitMix64(seed: seed())
    var (accepted, refused, leftOut) = (0, 0, 0)
    for _ in 0..<20_000 {
      var line = LineMaker().line(&generator)
      for _ in 0..<Int.random(in: 0...2, using: &generator) { spoil(&line, &generator) }
      guard !mayBeOtherEncoding(line) else {
        leftOut += 1
        continue
      }
      var document = JSONDocument()
      var own: JSONValue?
      do {
        try document.read(line.span, depthLimit: 128)
        own = JSONValue(document, at: 0)
      } catch {
        guard !isTrailingComma(error, in: line) else {
          leftOut += 1
          continue
        }
      }
      let oracle = try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)
      let text = String(decoding: line, as: UTF8.self)
      if let own, isBeyondOracle(own) {
        leftOut += 1
      } else if let own, let oracle {
        accepted += 1
        let hasRepeatedKey = document.repeatedKey(in: 0..<document.nodes.count) != nil
        if !hasRepeatedKey { #expect(canonical(own) == canonical(oracle), "\(text)") }
      } else {
        refused += 1
        #expect(own == nil && oracle == nil, "ours \(own as Any), oracle \(oracle as Any): \(text)")
      }
    }
    print("accepted \(accepted), refused \(refused), left out \(leftOut)")
    #expect(accepted > 5000 && refused > 3000 && leftOut < 3000)
  }

  private func spoil(_ line: inout [UInt8], _ generator: inout SplitMix64) {
    let place = Int.random(in: 0...line.count, using: &generator)
    let alphabet =
      Array("{}[]\",:\\0123456789-+.eEtrufalsn \u{1}\u{7F}é𝄞".utf8) + [0x80, 0xED, 0xFF]
    let byte = alphabet.randomElement(using: &generator) ?? 0
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: line.insert(byte, at: place)
    case 1 where place < line.count: line[place] = byte
    case 2 where place < line.count: line.remove(at: place)
    default: line.removeSubrange(place...)
    }
  }

  /// The oracle takes a comma after the last element.
  private func isTrailingComma(_ error: JSONError, in line: [UInt8]) -> Bool {
    guard case .malformed(_, let position) = error, position < line.count else { return false }
    let before = line[..<position].last { !" \t\r\n".utf8.contains($0) }
    return "]}".utf8.contains(line[position]) && before == UInt8(ascii: ",")
  }

  /// The oracle looks for zeros among the first four bytes and for a byte order mark.
  private func mayBeOtherEncoding(_ line: [UInt8]) -> Bool {
    line.prefix(4).contains(0) || [0xFE, 0xFF, 0xEF].contains(line.first ?? 0)
  }

  /// It refuses what is too large or too small for it, and at times rounds a decimal of more than
  /// fifteen digits to a neighbour of the right value (9007199254740989E3).
  private func isBeyondOracle(_ value: JSONValue) -> Bool {
    switch value {
    case .number(let text):
      isBeyondOracle(value.double ?? .infinity)
        || text.contains { ".eE".contains($0) } && text.filter(\.isNumber).count > 15
    case .array(let elements): elements.contains(where: isBeyondOracle)
    case .object(let members): members.contains { isBeyondOracle($0.value) }
    case .null, .bool, .string: false
    }
  }

  private func isBeyondOracle(_ value: Double) -> Bool {
    value.magnitude >= 1e300 || value != 0 && value.magnitude <= 1e-300
  }

  private func canonical(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number: "\((value.double ?? .nan) + 0)"
    case .string(let text): "\(Array(text.utf8))"
    case .array(let elements): "[\(elements.map(canonical).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Array($0.name.utf8)):\(canonical($0.value))" }.sorted())}"
    }
  }

  private func canonical(_ value: Any) -> String {
    switch value {
    case let text as String: "\(Array(text.utf8))"
    case let elements as [Any]: "[\(elements.map { canonical($0) }.joined(separator: ","))]"
    case let members as [String: Any]:
      "{\(members.map { "\(Array($0.key.utf8)):\(canonical($0.value))" }.sorted())}"
    case let number as NSNumber:
      isBoolean(number) ? "\(number.boolValue)" : "\(number.doubleValue + 0)"
    default: "null"
    }
  }

  private func isBoolean(_ number: NSNumber) -> Bool { number.objCType.pointee == 0x63 }
}

/// Makes up lines: every kind of value, with blanks and escapes as people might write them.
private struct LineMaker {
  private var budget = 24

  func line(_ generator: inout SplitMix64) -> [UInt8] {
    var maker = self
    return Array(maker.value(3, &generator).utf8)
  }

  private mutating func value(_ depth: Int, _ generator: inout SplitMix64) -> String {
    budget -= 1
    let kinds = depth > 0 && budget > 0 ? 7 : 5
    switch Int.random(in: 0..<kinds, using: &generator) {
    case 0: return ["null", "true", "false"].randomElement(using: &generator) ?? "null"
    case 1: return "\(Int.random(in: -1000...1000, using: &generator))"
    case 2:
      let numbers = ["0", "-0", "0.5", "1e3", "-2.25E-2", "9007199254740993", "1e400", "0.1"]
      return numbers.randomElement(using: &generator) ?? "0"
    case 3, 4: return string(&generator)
    case 5: return list("[", "]", &generator) { $0.value(depth - 1, &$1) }
    default:
      return list("{", "}", &generator) {
        let name = $0.string(&$1)
        return "\(name)\($0.blank(&$1)):\($0.blank(&$1))\($0.value(depth - 1, &$1))"
      }
    }
  }

  private mutating func list(
    _ open: String,
    _ close: String,
    _ generator: inout SplitMix64,
    _ element: (inout LineMaker, inout SplitMix64) -> String
  ) -> String {
    let count = Int.random(in: 0...3, using: &generator)
    var elements: [String] = []
    for _ in 0..<count {
      let (before, after) = (blank(&generator), blank(&generator))
      elements.append(before + element(&self, &generator) + after)
    }
    return open + elements.joined(separator: ",") + close
  }

  private func blank(_ generator: inout SplitMix64) -> String {
    ["", "", "", " ", "\t", "\r", " \n "].randomElement(using: &generator) ?? ""
  }

  private func string(_ generator: inout SplitMix64) -> String {
    let pieces = [
      "a", "bc", "é", "€", "𝄞", "\u{7F}", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\u00e9",
      "\\uD834\\uDD1E", "\\u0000", "\\uFFFF", "\\uD834", "\\uDD1E",
    ]
    let count = Int.random(in: 0...3, using: &generator)
    // The two lone surrogates at the end of the list are rare, or few lines would be accepted.
    let usual = Int.random(in: 0..<20, using: &generator) == 0 ? pieces : Array(pieces.dropLast(2))
    let text = (0..<count).compactMap { _ in usual.randomElement(using: &generator) }
    return "\"\(text.joined())\""
  }
}
