package import AudioSessionSystem
import CAudioSessionBus
import Glibc

/// A value in a D-Bus message, without its integer width; a variant is represented by its content.
package enum BusValue: Equatable {
  /// A string, an object path or a signature.
  case string(String)
  case integer(Int64)
  case boolean(Bool)
  case real(Double)
  case descriptor(BusDescriptor)
  /// An array or a structure; an array of pairs, key and value, is a dictionary.
  case list([BusValue])

  package var string: String? { if case .string(let string) = self { string } else { nil } }

  package var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

  package var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

  package var real: Double? { if case .real(let real) = self { real } else { nil } }

  package var descriptor: BusDescriptor? {
    if case .descriptor(let descriptor) = self { descriptor } else { nil }
  }

  package var list: [BusValue]? { if case .list(let list) = self { list } else { nil } }

  /// The pairs with a string key; of duplicate keys, the last counts.
  package var dictionary: [String: BusValue] {
    var result: [String: BusValue] = [:]
    for pair in list ?? [] {
      guard let pair = pair.list, pair.count == 2, let key = pair[0].string else { continue }
      result[key] = pair[1]
    }
    return result
  }
}

/// A descriptor from a message; it is closed with the last reference.
package final class BusDescriptor: Equatable {
  package let descriptor: FileDescriptor

  package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
}

extension BusValue {
  /// The values of a message's body, up to the first that can't be read.
  static func values(of body: OpaquePointer) -> [BusValue] {
    var reader = BusReader(body: body)
    return reader.values()
  }
}

/// Reads a message's body.
private struct BusReader {
  package let body: OpaquePointer
  private var item = audiosession_bus_item()

  package init(body: OpaquePointer) { self.body = body }

  /// Reads up to the end of the current container, or of the body.
  package mutating func values() -> [BusValue] {
    var values: [BusValue] = []
    while audiosession_bus_read(body, &item) > 0 {
      switch UInt8(bitPattern: item.type) {
      case UInt8(ascii: ")"): return values
      case UInt8(ascii: "v"): values += self.values()
      case UInt8(ascii: "a"), UInt8(ascii: "r"), UInt8(ascii: "e"):
        values.append(.list(self.values()))
      case UInt8(ascii: "b"): values.append(.boolean(item.integer != 0))
      case UInt8(ascii: "d"): values.append(.real(item.real))
      case UInt8(ascii: "h"):
        // The message closes its own descriptor.
        let copy = fcntl(CInt(item.integer), F_DUPFD_CLOEXEC, 3)
        if copy >= 0 { values.append(.descriptor(BusDescriptor(FileDescriptor(copy)))) }
      default:
        values.append(item.string.map { .string(String(cString: $0)) } ?? .integer(item.integer))
      }
    }
    return values
  }
}
