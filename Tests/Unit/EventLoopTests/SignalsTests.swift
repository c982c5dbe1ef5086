import AudioSessionEventLoop
import AudioSessionSystem
import Glibc
import Testing

@Suite struct SignalsTests {
  @Test func `signals are read as requests, and SIGPIPE is nothing`() async {
    // In a process of its own: what is done with signals is done for all tests.
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let signals = try Signals()
      let poller = try Poller()
      try poller.register(signals.number, for: .reading, token: 1)
      #expect(try poller.events() == [])
      #expect(try signals.next() == nil)
      let requests: [(number: CInt, request: Signals.Request)] = [
        (SIGHUP, .reload), (SIGTERM, .stop), (SIGINT, .stop),
      ]
      for (number, request) in requests {
        raise(number)
        #expect(try poller.events() == [Poller.Event(token: 1, readiness: .readable)])
        #expect(try signals.next() == request)
        #expect(try signals.next() == nil)
      }
      raise(SIGPIPE)
      #expect(try signals.next() == nil)
    }
  }
}
