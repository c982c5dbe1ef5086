import AudioSessionArbitration
import AudioSessionTypes
import Testing

/// An event that names what isn't there is our own fault; it must not pass for a success.
struct ContractTests {
  /// Events that the shell may send only for a session that is open, or for a lease.
  private static let events: [(Event, String)] = [
    (.activate(SessionID(7), grants: .all), "session 7 isn't open"),
    (.deactivate(SessionID(7), notifyOthers: false), "session 7 isn't open"),
    (.report(SessionID(7), Report(playing: true)), "session 7 isn't open"),
    (.configure(SessionID(7), ConfigurationChange(), grants: .all), "session 7 isn't open"),
    (.close(SessionID(7)), "session 7 isn't open"),
    (.evict(SessionID(7)), "session 7 isn't open"),
    (.renew(SessionID(7), lease: nil), "session 7 isn't open"),
    (.renew(SessionID(1), lease: nil), "session 1 isn't a lease"),
    (reopen(SessionID(7)), "session 7 isn't open"),
    (reopen(SessionID(1)), "session 1 isn't a lease"),
  ]

  private static func reopen(_ id: SessionID) -> Event {
    .reopen(
      Reopening(
        id: id,
        owner: owner,
        change: ConfigurationChange(),
        grants: .all,
        lease: .seconds(1)
      )
    )
  }

  private static let owner = Owner(process: ProcessID(1), user: UserID(1000))

  @Test(arguments: events.indices)
  func `an event about a session that isn't there ends the program, saying so`(
    _ number: Int
  ) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [number] in
      ContractTests.play(ContractTests.events[number].0)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("Fatal error: \(ContractTests.events[number].1)"))
  }

  /// Applies the event where there is one session, which is no lease.
  private static func play(_ event: Event) {
    var arbiter = Arbiter()
    var decision = Decision()
    let open = Event.open(
      Opening(
        id: SessionID(1),
        owner: owner,
        scope: Scope(ApplicationID(1)),
        change: ConfigurationChange(),
        grants: .all
      )
    )
    for event in [open, event] {
      arbiter.apply(event, at: Instant(nanoseconds: 0), into: &decision)
    }
  }
}
