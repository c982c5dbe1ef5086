extension World {
  /// The declarations of a scenario in this world.
  ///
  /// - Parameter names: Those who come in it; nil: all who may.
  /// - Returns: Lines as they stand below the title.
  func declarations(of names: Set<String>?) -> [String] {
    var lines = policy.isEmpty ? [] : ["policy \(policy)"]
    lines += reporters
    for actor in actors {
      let all = (1...World.names).map(actor.name)
      let present = all.filter { names?.contains($0) ?? true }
      for name in present { lines += actor.declarations.map { "\(name) \($0)" } }
      guard actor.isPaired else { continue }
      for number in stride(from: 1, to: World.names, by: 2) {
        let pair = [actor.name(number), actor.name(number + 1)]
        guard pair.allSatisfy(present.contains) else { continue }
        lines.append("\(pair[0]) and \(pair[1]) are in one process")
      }
    }
    return lines
  }

  /// Whether an act is one of a process that lives.
  static func needsProcess(_ act: String) -> Bool {
    ["dies", "disconnects", "is suspended", "is resumed"].contains { act.hasPrefix($0) }
  }
}
