import Glibc

/// Where a D-Bus bus listens; see "Server Addresses" in D-Bus's specification.
package struct BusAddress: Equatable {
  package let text: String

  package init(text: String) { self.text = text }

  /// The bus of the user's session, nil if the environment names none.
  package static func session() -> BusAddress? { session(variable) }

  /// The same, in another environment.
  package static func session(_ environment: (String) -> String?) -> BusAddress? {
    if let text = environment("DBUS_SESSION_BUS_ADDRESS"), !text.isEmpty {
      return BusAddress(text: text)
    }
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
    return BusAddress(text: "unix:path=" + escaped("\(folder)/bus"))
  }

  /// The system's bus.
  package static func system() -> BusAddress { system(variable) }

  /// The same, in another environment.
  package static func system(_ environment: (String) -> String?) -> BusAddress {
    if let text = environment("DBUS_SYSTEM_BUS_ADDRESS"), !text.isEmpty {
      return BusAddress(text: text)
    }
    return BusAddress(text: "unix:path=/run/dbus/system_bus_socket")
  }

  /// The socket's file, to wait for it to appear; nil for a bus that listens elsewhere.
  package var socketPath: String? {
    for address in text.split(separator: ";") {
      let prefix = "unix:path="
      guard address.hasPrefix(prefix) else { continue }
      return BusAddress.unescaped(address.dropFirst(prefix.count).prefix { $0 != "," })
    }
    return nil
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// As an address's value: each byte that may not stand for itself is `%` and two hex digits.
  private static func escaped(_ value: String) -> String {
    let digits = Array("0123456789abcdef".unicodeScalars)
    var scalars = String.UnicodeScalarView()
    for byte in value.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789-_/\\.*".contains(scalar) {
        scalars.append(scalar)
      } else {
        scalars.append(contentsOf: ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
    return String(scalars)
  }

  private static func unescaped(_ value: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(value.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool { unicodeScalars.contains(scalar) }
}
