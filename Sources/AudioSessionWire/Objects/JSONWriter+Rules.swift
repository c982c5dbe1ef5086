import AudioSessionTypes

/// Rules and squares of the pair table, by their names.
extension JSONWriter {
  mutating func member(_ name: StaticString, _ rules: RuleSet) {
    key(name)
    beginArray()
    for rule in rules.rules { string(rule.name) }
    endArray()
  }

  mutating func member(_ name: StaticString, _ cells: [Cell]) {
    key(name)
    beginArray()
    for cell in cells { string(cell.name) }
    endArray()
  }
}
