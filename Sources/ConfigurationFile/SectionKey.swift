package import AudioSessionSchema
import AudioSessionWire

/// One key of a section: its accepted values, the setting it sets, and how that is printed.
package struct SectionKey<Section>: Sendable {
  package let name: String
  /// The accepted values, to follow the word "expected".
  package let expected: String
  /// Sets the value; false if the key doesn't accept it.
  package let set: @Sendable (_ value: String, _ section: inout Section) -> Bool
  /// The values that would set it, one per line; none if it is unset.
  package let values: @Sendable (Section) -> [String]

  package init(
    name: String,
    expected: String,
    set: @escaping @Sendable (_ value: String, _ section: inout Section) -> Bool,
    values: @escaping @Sendable (Section) -> [String]
  ) {
    self.name = name
    self.expected = expected
    self.set = set
    self.values = values
  }
}

extension SectionKey {
  package static func time(
    _ name: String,
    _ property: Property<Section, Duration>,
    _ range: ClosedRange<Duration>
  ) -> SectionKey {
    SectionKey(
      name: name,
      expected: words(for: range),
      set: { text, section in
        guard let time = time(text, in: range) else { return false }
        property.set(time, in: &section)
        return true
      },
      values: { [TimeSpan.format(property.value(of: $0))] }
    )
  }

  /// A time that may be unset, which an empty value does.
  package static func optionalTime(
    _ name: String,
    _ property: Property<Section, Duration?>,
    _ range: ClosedRange<Duration>
  ) -> SectionKey {
    SectionKey(
      name: name,
      expected: words(for: range),
      set: { text, section in
        if text.isEmpty {
          property.set(nil, in: &section)
          return true
        }
        guard let time = time(text, in: range) else { return false }
        property.set(time, in: &section)
        return true
      },
      values: { section in property.value(of: section).map { [TimeSpan.format($0)] } ?? [] }
    )
  }

  private static func words(for range: ClosedRange<Duration>) -> String {
    "a time, \(TimeSpan.format(range.lowerBound)) to \(TimeSpan.format(range.upperBound))"
  }

  private static func time(_ text: String, in range: ClosedRange<Duration>) -> Duration? {
    TimeSpan.parse(text).flatMap { range.contains($0) ? $0 : nil }
  }

  package static func flag(_ name: String, _ property: Property<Section, Bool>) -> SectionKey {
    SectionKey(
      name: name,
      expected: "yes or no",
      set: { text, section in
        guard let flag = Flag.parse(text) else { return false }
        property.set(flag, in: &section)
        return true
      },
      values: { [property.value(of: $0) ? "yes" : "no"] }
    )
  }

  /// One of a fixed set of words.
  package static func word<Word>(_ name: String, _ property: Property<Section, Word>) -> SectionKey
  where Word: RawRepresentable<String> & CaseIterable & Sendable {
    SectionKey(
      name: name,
      expected: Word.allCases.map { $0.rawValue }.alternatives,
      set: { text, section in
        guard let word = Word(rawValue: text) else { return false }
        property.set(word, in: &section)
        return true
      },
      values: { [property.value(of: $0).rawValue] }
    )
  }

  /// A free name; an empty value unsets it.
  package static func name(_ name: String, _ property: Property<Section, String?>) -> SectionKey {
    SectionKey(
      name: name,
      expected: "a name of at most \(Limits().nameBytes) bytes without control characters",
      set: { text, section in
        guard text.utf8.count <= Limits().nameBytes,
          !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return false }
        property.set(text.isEmpty ? nil : text, in: &section)
        return true
      },
      values: { section in property.value(of: section).map { [$0] } ?? [] }
    )
  }
}
