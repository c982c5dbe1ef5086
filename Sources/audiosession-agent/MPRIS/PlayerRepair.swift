import AudioSessionBus
import AudioSessionEventLoop
import AudioSessionSystem
import Glibc

/// Repairs players after their agent died: resumes those that it had paused.
///
/// Unlike ``Players`` it blocks, and knows nothing but their names.
enum PlayerRepair {
  /// Resumes the players that are paused; those that are gone or don't answer are skipped.
  ///
  /// - Parameters:
  ///   - names: Their names on the bus.
  ///   - address: The session's bus, nil if there is none.
  ///   - timeout: The limit for all of them together.
  /// - Returns: The names of the players that confirmed.
  @discardableResult
  static func resumeNow(
    _ names: [String],
    address: BusAddress? = .session(),
    timeout: Duration = .milliseconds(500)
  ) -> [String] {
    guard !names.isEmpty, let address,
      let connection = try? BusConnection<Question>(to: address)
    else { return [] }
    let end = Duration.nanoseconds(SystemClock.boottime) + timeout
    for name in names {
      connection.send(MPRIS.getStatus(name), for: Question(name: name), until: end)
    }
    var waiting = names.count
    var resumed: [String] = []
    while waiting > 0 {
      let now = Duration.nanoseconds(SystemClock.boottime)
      for message in connection.takeMessages(at: now) {
        switch message {
        case .reply(.values(let values), let question) where !question.isOrder:
          guard values.first?.string == "Paused" else {
            waiting -= 1
            continue
          }
          let order = Question(name: question.name, isOrder: true)
          connection.send(MPRIS.command(.play, question.name), for: order, until: end)
        case .reply(let reply, let question):
          waiting -= 1
          if case .values = reply { resumed.append(question.name) }
        case .signal, .call: break
        case .lost: return resumed
        }
      }
      if waiting > 0 { wait(for: connection, until: min(connection.deadline ?? end, end), at: now) }
    }
    return resumed
  }

  private struct Question {
    let name: String
    /// To play; else for the status.
    var isOrder = false
  }

  private static func wait(
    for connection: BusConnection<Question>,
    until time: Duration,
    at now: Duration
  ) {
    guard let descriptor = connection.descriptor else { return }
    var events = CInt(0)
    if connection.interest.contains(.reading) { events |= CInt(POLLIN) }
    if connection.interest.contains(.writing) { events |= CInt(POLLOUT) }
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    // A millisecond more, since what is less than one would be none.
    let (seconds, attoseconds) = max(time - now, .zero).components
    _ = poll(&request, 1, CInt(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  }
}
