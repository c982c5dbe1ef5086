import AudioSessionTypes

/// Rules, by their names.
extension JSONWriter {
  mutating func member(_ name: StaticString, _ rules: RuleSet) {
    key(name)
    beginArray()
    for rule in rules.rules { string(rule.name) }
    endArray()
  }
}
