import AudioSessionClient
import AudioSessionJSON
import AudioSessionServer
import AudioSessionWire

/// Somebody who looks on, and what he takes the sessions to be.
final class Observer: Endpoint {
  private(set) var sessions: [UInt64: SessionObject] = [:]

  init() { super.init(MemoryPeer(pid: 2, uid: 0, comm: "observer", grants: [.observe])) }

  func connect(in world: World) {
    link = world.daemon.connect(as: peer)
    subscribe()
  }

  private func subscribe() {
    _ = machine.request(.eventsSubscribe, ["scope": "all"])
    flush()
  }

  override func take(_ message: ClientMachine.Message, in world: World) {
    switch message {
    case .reply(_, .success(let value)):
      let list = value.received(as: SessionListResult.self)?.sessions.sessions ?? []
      sessions = list.reduce(into: [:]) { $0[$1.session] = $1 }
    case .reply(_, .failure(let error)): world.fault("the observer is refused: \(error)")
    case .notification(let notification):
      switch NotificationMethod(rawValue: notification.method) {
      case .serverDecision:
        guard let told: DecisionObject = notification.params.received() else {
          return world.fault("an observer can't read \(notification.message.text)")
        }
        for session in told.changes { sessions[session.session] = session }
        for session in told.closed { sessions[session] = nil }
      case .mediaServicesWereReset: subscribe()
      default: break
      }
    }
  }

  override func lost(in world: World) {
    drop()
    sessions = [:]
    connect(in: world)
  }
}
