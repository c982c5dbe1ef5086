import AudioSessionBus
import AudioSessionEventLoop
import AudioSessionSystem

/// The desktop's Do Not Disturb: the property `Inhibited` of the notification server on the session
/// bus, which KDE Plasma's has; a server without it is taken to be never asked for quiet.
///
/// The server is never started by this: only its owner is asked.
final class DoNotDisturb: BusSource {
  enum Purpose {
    /// A subscription to signals; the reply says nothing.
    case subscription
    case owner
    case state(owner: String)
  }

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let property = "Inhibited"
  /// The time the server has to answer.
  static let timeout = Duration.seconds(10)

  let bus: BusLink<Purpose>
  /// The server's unique name; nil while there is none.
  private var owner: String?
  private var isOn = false
  private var told = false

  /// - Parameters:
  ///   - address: The bus; nil if the session has none.
  ///   - complain: Reports why nothing is known; a sentence isn't repeated in a row.
  init(address: BusAddress? = .session(), complain: @escaping (String) -> Void) {
    bus = BusLink("the session's bus", at: address, complain: complain)
  }

  func begin(at now: Duration) {
    let changes = "member='PropertiesChanged',path='\(Self.path)',arg0='\(Self.name)'"
    let rules = [
      BusCall.ownerRule("arg0='\(Self.name)'"),
      "sender='\(Self.name)',interface='\(BusCall.propertiesInterface)',\(changes)",
    ]
    subscribe(to: rules, .subscription, at: now)
    ask(.bus("GetNameOwner", [Self.name]), for: .owner, at: now)
  }

  func take(_ message: BusMessage<Purpose>, at now: Duration) {
    switch message {
    case .reply(let reply, .owner): meet(reply.values.first?.string, at: now)
    case .reply(let reply, .state(let owner)):
      if owner == self.owner { isOn = reply.values.first?.boolean ?? false }
    case .reply(_, .subscription): break
    case .signal(let signal): take(signal, at: now)
    case .call: break
    case .lost: meet(nil, at: now)
    }
  }

  /// Takes whether it is on, if that has changed since it was taken.
  func takeChange() -> Bool? {
    guard isOn != told else { return nil }
    told = isOn
    return isOn
  }

  private func take(_ signal: BusSignal, at now: Duration) {
    if let change = signal.ownerChange {
      if change.name == Self.name { meet(change.owner, at: now) }
      return
    }
    // Anybody may send us a signal; only the server's counts.
    guard signal.sender == owner, signal.member == "PropertiesChanged", signal.values.count > 1
    else { return }
    isOn = signal.values[1].dictionary[Self.property]?.boolean ?? isOn
  }

  /// Follows the server's coming and going; what its predecessor said is over.
  private func meet(_ name: String?, at now: Duration) {
    guard owner != name else { return }
    owner = name
    isOn = false
    guard let name else { return }
    let question = BusCall.get(Self.property, of: Self.name, name, Self.path)
    ask(question, for: .state(owner: name), at: now)
  }
}
