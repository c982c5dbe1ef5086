import AudioSessionClient
import ControlCore
import House

/// The state of this machine's bridge to the other machines of its house.
enum HouseCheck: Equatable, Sendable {
  case report(HouseReport)
  /// There is none, as on most machines.
  case nobody
  /// Something listens, but sends no report.
  case silent

  /// Asks it.
  static func ask() -> HouseCheck {
    do {
      let answer = try HouseSocket.ask(by: TimeLimit(HouseView.patience))
      return HouseView(answer).map { .report($0.report.value) } ?? .silent
    } catch .unavailable {
      return .nobody
    } catch {
      return .silent
    }
  }
}
