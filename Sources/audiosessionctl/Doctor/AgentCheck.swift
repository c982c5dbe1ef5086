import AudioSessionClient
import AudioSessionWire
import Glibc

/// What the doctor sees of the user's agent, before anything is made of it.
struct AgentCheck: Equatable, Sendable {
  enum Answer: Equatable, Sendable {
    case report(AgentView)
    /// Nobody listens.
    case nobody
    /// Somebody listens, and gives no report.
    case silent
  }

  var answer: Answer
  /// What the user's service manager says of its unit; nil if it doesn't.
  var unit: Units.Unit?
  /// Whether WirePlumber's own endpoints for roles are switched on.
  var hasRoleEndpoints = false

  static let unitName = "audiosession-agent.service"
}

extension AgentCheck {
  /// Looks at the machine.
  ///
  /// - Parameter hasUnits: Whether the service manager is to be asked.
  init(hasUnits: Bool) {
    answer = AgentCheck.ask()
    unit = hasUnits ? Units.unit(AgentCheck.unitName) : nil
    if case .report = answer {
      let graph = ProgramOutput.text(of: ["wpctl", "status"])
      hasRoleEndpoints = graph.map(AgentCheck.hasEndpoints) ?? false
    }
  }

  private static func ask() -> Answer {
    guard let path = AgentSocket.path() else { return .nobody }
    do {
      let limit = TimeLimit(AgentView.patience)
      return .report(AgentView(report: try AgentSocket.ask("report", at: path, by: limit)))
    } catch .unavailable {
      return .nobody
    } catch {
      return .silent
    }
  }

  /// Whether wpctl(1) lists endpoints below a heading for them: `│   42. Multimedia [vol: 1.00]`.
  static func hasEndpoints(_ text: String) -> Bool {
    var isBelow = false
    for line in text.split(separator: "\n") {
      if line.hasSuffix(":") { isBelow = line.hasSuffix("endpoints:") }
      if isBelow && line.contains(#/[0-9]+\. /#) { return true }
    }
    return false
  }
}
