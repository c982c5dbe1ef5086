import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// The state of the user's agent, from which the findings are derived.
struct AgentCheck: Equatable, Sendable {
  enum Answer: Equatable, Sendable {
    case report(AgentView)
    /// Nothing listens.
    case nobody
    /// The environment doesn't say where its socket would be.
    case unknown
    /// Something listens, but sends no report.
    case silent
  }

  var answer: Answer
  /// The agent's unit, by the user's service manager; nil if that reports nothing.
  var unit: Units.Unit?
  /// Its files, as an agent that starts now would read them.
  var configuration = ConfigurationCheck.unknown

  static let unitName = "audiosession-agent.service"
}

extension AgentCheck {
  /// Examines the machine.
  ///
  /// - Parameter hasUnits: Whether to ask the service manager.
  init(hasUnits: Bool) {
    answer = AgentCheck.ask()
    configuration = .ask("audiosession-agent", isTrusted: true)
    unit = hasUnits ? Units.unit(AgentCheck.unitName) : nil
  }

  private static func ask() -> Answer {
    guard let path = AgentSocket.path() else { return .unknown }
    do {
      let limit = TimeLimit(AgentView.patience)
      let view = AgentView(try AgentSocket.ask("report", at: path, by: limit))
      return view.map { .report($0) } ?? .silent
    } catch .unavailable {
      return .nobody
    } catch {
      return .silent
    }
  }
}
