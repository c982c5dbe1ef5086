import AudioSessionBus
import GraphTestSupport

@testable import audiosession_agent

/// A logind on a bus of its own, and the driver that listens to it as the user 1000.
final class LoginWorld {
  let bus: PrivateBus
  let actor: BusActor
  let login: Login
  let complaints = Complaints()
  private var events: [LoginEvent] = []

  /// Has the actor do what `lines` say, and connects the driver.
  init(_ lines: [String]) throws {
    bus = try PrivateBus()
    actor = try BusActor(on: bus)
    for line in lines { try actor.perform(line) }
    let complaints = complaints
    login = Login(userID: 1000, address: BusAddress(text: bus.address)) {
      complaints.sentences.append($0)
    }
    login.retry(at: DriverLoop.now)
  }

  /// The next event, after waiting for it.
  func next() throws -> LoginEvent {
    try DriverLoop.run(login, until: "an event of logind") {
      events += login.takeEvents()
      return !events.isEmpty
    }
    return events.removeFirst()
  }

  /// What comes in a while in which nothing is to come.
  func events(within duration: Duration) -> [LoginEvent] {
    DriverLoop.run(login, for: duration)
    defer { events = [] }
    return events + login.takeEvents()
  }

  /// The next call of logind, after waiting for it without the driver.
  func nextCall() throws -> String {
    let call = try actor.nextCall()
    return "\(call.target) \(call.what)"
  }

  func awaitLock() throws {
    try DriverLoop.run(login, until: "the lock on sleep") { login.holdsSleepLock }
  }
}
