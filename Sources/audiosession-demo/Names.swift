import AudioSessionJSON
import AudioSessionWire

/// Names for what differs from run to run, so that notifications can be compared as text.
struct Names {
  private(set) var epoch: Epoch?
  private var previousEpoch: Epoch?
  private var roles: [UInt64: Role] = [:]

  /// The names of what the story expects.
  static let ofStory = Names(
    roles: Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0.session, $0) })
  )

  /// A daemon has started, which knows no session.
  mutating func begin(epoch: Epoch?) { self = Names(epoch: epoch, previousEpoch: self.epoch) }

  /// A program has opened the session of this number.
  mutating func add(_ role: Role, _ session: UInt64) { roles[session] = role }

  /// The method of a notification and all its parameters, sorted and with names for numbers.
  ///
  /// What isn't as expected keeps its number, so that it equals nothing.
  func text(of method: String, _ params: JSONValue) -> String {
    let parameters = (params.members ?? []).filter { member in
      member.name != "seq" && !(member.name == "epoch" && member.value.received() == epoch)
    }
    return "\(method) \(named(.object(parameters), "").text)"
  }

  private func named(_ value: JSONValue, _ key: String) -> JSONValue {
    switch value {
    case .object(let members):
      let named = members.map { JSONValue.Member($0.name, self.named($0.value, $0.name)) }
      return .object(named.sorted { $0.name < $1.name })
    case .array(let elements): return .array(elements.map { named($0, key) })
    case .number where key == "session" || key == "duckedBy":
      return value.received().flatMap { roles[$0] }.map { .string($0.rawValue) } ?? value
    case .string where key == "previousEpoch" && value.received() == previousEpoch:
      return "the one before"
    case .null, .bool, .number, .string: return value
    }
  }
}
