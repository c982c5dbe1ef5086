/// The latest events of a session to which nobody has listened yet.
struct Backlog: Sendable {
  /// Makes the stream of a listener, which has room for as many events as are kept for the first one.
  static func makeStream() -> (AsyncStream<SessionEvent>, AsyncStream<SessionEvent>.Continuation) {
    AsyncStream.makeStream(of: SessionEvent.self, bufferingPolicy: .bufferingNewest(limit))
  }

  /// The largest number of events that are kept; with one more, the oldest is dropped.
  static let limit = 4096

  private var events: [SessionEvent] = []
  /// The place of the oldest event, which the next one takes once there is no room.
  private var oldest = 0

  /// The events, oldest first.
  var inOrder: [SessionEvent] { Array(events[oldest...] + events[..<oldest]) }

  /// Keeps an event, in a time that doesn't depend on how many are kept.
  mutating func append(_ event: SessionEvent) {
    guard events.count == Backlog.limit else { return events.append(event) }
    events[oldest] = event
    oldest = (oldest + 1) % Backlog.limit
  }
}
