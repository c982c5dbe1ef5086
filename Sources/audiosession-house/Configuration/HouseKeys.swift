import AudioSessionConfigurationFile
import AudioSessionSchema
import House

extension SectionKey where Section == HouseChoices {
  /// The keys of `[House]`.
  static let house: [SectionKey] = [
    name("Name", Property { $1(&$0.house) }),
    name("Node", Property { $1(&$0.node) }),
    words("Zones", "names of zones separated by spaces", Property { $1(&$0.zones) }) { _ in true },
    words(
      "Export",
      "kinds and roles separated by spaces",
      Property { $1(&$0.exported) },
      KindName.isValid
    ),
  ]

  /// The keys of `[Broker]`.
  static let broker: [SectionKey] = [
    SectionKey(
      name: "Address",
      expected: BrokerAddress.expected,
      set: { text, section in
        guard let address = BrokerAddress(text) else { return false }
        section.broker.address = address
        return true
      },
      values: { section in section.broker.address.map { ["\($0)"] } ?? [] }
    ),
    text("User", "a name", Property { $1(&$0.broker.user) }),
    text("PasswordFile", "a path", Property { $1(&$0.broker.passwordFile) }),
    text("CertificateAuthority", "a path", Property { $1(&$0.broker.certificateAuthority) }),
    text("Certificate", "a path", Property { $1(&$0.broker.certificate) }),
    text("Key", "a path", Property { $1(&$0.broker.key) }),
  ]

  /// The keys of `[Device]`.
  static let device: [SectionKey] = [
    name("Name", Property { $1(&$0.device.name) }),
    text("Connect", "a command", Property { $1(&$0.device.connect) }),
    text("Disconnect", "a command", Property { $1(&$0.device.disconnect) }),
  ]

  /// The keys of `[HomeAssistant]`.
  static let homeAssistant: [SectionKey] = [
    text(
      "Discovery",
      "the beginning of a topic, without + # and a / at its ends",
      Property { $1(&$0.discovery) },
      isTopic
    )
  ]

  private static func isTopic(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { byte in
      byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "+") && byte != UInt8(ascii: "#")
    }
    return isPlain && !text.hasPrefix("/") && !text.hasSuffix("/") && text.utf8.count <= 128
  }

  private static func name(_ key: String, _ property: Property<Section, HouseName?>) -> SectionKey {
    SectionKey(
      name: key,
      expected: HouseName.expected,
      set: { text, section in
        guard let name = HouseName(text) else { return false }
        property.set(name, in: &section)
        return true
      },
      values: { section in property.value(of: section).map { [$0.text] } ?? [] }
    )
  }

  /// A text; an empty value unsets it.
  private static func text(
    _ key: String,
    _ expected: String,
    _ property: Property<Section, String?>,
    _ isValid: @escaping @Sendable (String) -> Bool = { _ in true }
  ) -> SectionKey {
    SectionKey(
      name: key,
      expected: expected,
      set: { text, section in
        guard isValid(text) else { return false }
        property.set(text.isEmpty ? nil : text, in: &section)
        return true
      },
      values: { section in property.value(of: section).map { [$0] } ?? [] }
    )
  }

  /// A list; several lines accumulate, and an empty value clears it.
  private static func words(
    _ key: String,
    _ expected: String,
    _ property: Property<Section, [String]>,
    _ isWord: @escaping @Sendable (String) -> Bool
  ) -> SectionKey {
    SectionKey(
      name: key,
      expected: expected,
      set: { text, section in
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        guard words.allSatisfy(isWord) else { return false }
        let known = words.isEmpty ? [] : property.value(of: section)
        property.set(known + words.filter { !known.contains($0) }, in: &section)
        return true
      },
      values: { section in
        let (words, usual) = (property.value(of: section), property.value(of: HouseChoices()))
        let line = words.joined(separator: " ")
        // Without the clearing line, what isn't among the usual ones would be added to them.
        return words == usual || usual.isEmpty ? (words.isEmpty ? [] : [line]) : ["", line]
      }
    )
  }
}

/// The name of a kind of session, or of a role.
enum KindName {
  /// What ``isValid(_:)`` accepts, to follow the word "expected".
  static let expected = "the name of a kind or role: letters, digits, - and _"

  /// Whether a kind or role may have this name.
  static func isValid(_ name: String) -> Bool {
    HouseName(name) != nil && !name.utf8.contains(UInt8(ascii: "."))
  }
}

extension Treatment {
  /// What ``init(word:)`` accepts, to follow the word "expected".
  static let expected =
    "ignore, duck, or what it is here: assistant, alarm, ringtone, phoneCall or a role"

  /// - Returns: Nil if the word means nothing.
  init?(word: String) {
    switch word {
    case "ignore": self = .ignored
    case "duck": self = .ducking
    default:
      guard KindName.isValid(word) else { return nil }
      self = .like(word)
    }
  }

  /// The word that means it.
  var word: String {
    switch self {
    case .ignored: "ignore"
    case .ducking: "duck"
    case .like(let name): name
    }
  }
}
