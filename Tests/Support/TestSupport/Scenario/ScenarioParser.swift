import AudioSessionTypes
import Foundation

/// Reads the text of a `.scenario` file; what it can't read is an error with file and line.
package struct ScenarioParser {
  private let file: String
  private var scenarios: [Scenario] = []

  /// The scenarios of one file's text.
  package static func scenarios(in text: String, file: String) throws(ScenarioError) -> [Scenario] {
    var parser = ScenarioParser(file: file)
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let content = withoutComment(line).trimmingCharacters(in: .whitespaces)
      guard !content.isEmpty else { continue }
      do throws(ScenarioFault) {
        try parser.read(content, at: number)
      } catch {
        throw ScenarioError(file: file, line: number, message: error.message)
      }
    }
    return parser.scenarios
  }

  private init(file: String) { self.file = file }

  private static func withoutComment(_ line: Substring) -> Substring {
    if line.hasPrefix("#") { return "" }
    guard let comment = line.range(of: " # ") else { return line }
    return line[..<comment.lowerBound]
  }

  private mutating func read(_ content: String, at line: Int) throws(ScenarioFault) {
    if let title = content.without(prefix: "scenario ") {
      scenarios.append(Scenario(file: file, line: line, title: String(title)))
      return
    }
    guard var scenario = scenarios.popLast() else {
      throw ScenarioFault("expected 'scenario' and a title first")
    }
    try scenario.read(content, at: line)
    scenarios.append(scenario)
  }
}

extension Scenario {
  /// Takes in one line below the title.
  fileprivate mutating func read(_ content: String, at line: Int) throws(ScenarioFault) {
    if let arrow = content.range(of: "->") {
      let text = content[..<arrow.lowerBound].trimmingCharacters(in: .whitespaces)
      let told = content[arrow.upperBound...].trimmingCharacters(in: .whitespaces)
      let action = try Action(text)
      let expected = told == "nothing" ? [] : [told]
      lines.append(.step(Step(line: line, text: text, action: action, expected: expected)))
    } else if lines.isEmpty {
      try readHead(content)
    } else if let check = Check(content, line: line) {
      lines.append(.check(check))
    } else {
      try appendExpected(content)
    }
  }

  private mutating func readHead(_ content: String) throws(ScenarioFault) {
    if let ids = content.without(prefix: "rules ") {
      rules = try ids.split(separator: " ").map { id throws(ScenarioFault) in
        guard let rule = Rule.allCases.first(where: { $0.name == id }) else {
          throw ScenarioFault("there is no rule \(id)")
        }
        return rule
      }
    } else if let suite = content.without(prefix: "source ") {
      origin = PlatformOrigin(suite: String(suite))
    } else if let why = content.without(prefix: "differs "), origin != nil {
      origin?.differs = String(why)
    } else if let world = content.without(prefix: "only ") {
      only = ScenarioWorldName(rawValue: String(world))
      guard only != nil else { throw ScenarioFault("expected 'only core' or 'only daemon'") }
    } else {
      try stage.declare(content)
    }
  }

  /// A line without an arrow goes on with what the step above it leads to.
  private mutating func appendExpected(_ told: String) throws(ScenarioFault) {
    guard case .step(var step) = lines.last, !step.expected.isEmpty else {
      throw ScenarioFault("expected '->', or 'is' and what can be seen of a session: '\(told)'")
    }
    step.expected.append(told)
    lines[lines.count - 1] = .step(step)
  }
}

extension Check {
  /// `music is active, gain 0.2`; nil if the line isn't of this form.
  fileprivate init?(_ content: String, line: Int) {
    guard let verb = content.range(of: " is ") else { return nil }
    let session = content[..<verb.lowerBound]
    guard !session.contains(" ") else { return nil }
    let facts = content[verb.upperBound...].components(separatedBy: ", ")
    self.init(line: line, session: String(session), facts: facts)
  }
}
