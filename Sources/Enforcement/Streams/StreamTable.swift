/// The streams by number, and what is asked of all of them for each event or each stream.
///
/// A stream is only changed through the subscript, which counts it, so that the counts are always
/// right. A search among all streams instead, for each stream that is judged, would take a time that
/// grows with the square of their number.
struct StreamTable: Sendable {
  private(set) var all: [StreamID: TrackedStream] = [:]
  private var capturing: [Application: Int] = [:]
  /// The number of streams that go where their programs want them to.
  private(set) var directed = 0
  /// The number of streams that their user has muted.
  private(set) var muted = 0
  /// The numbers of the streams for which something is due at a time.
  private(set) var timed: Set<StreamID> = []

  subscript(id: StreamID) -> TrackedStream? {
    get { all[id] }
    _modify {
      let former = all[id].map { Counted($0) }
      defer {
        let present = all[id].map { Counted($0) }
        if present != former {
          count(former, id, -1)
          count(present, id, 1)
        }
      }
      yield &all[id]
    }
  }

  func isCapturing(_ application: Application) -> Bool { capturing[application] != nil }

  private mutating func count(_ stream: Counted?, _ id: StreamID, _ change: Int) {
    guard let stream else { return }
    if stream.isTimed {
      if change > 0 { timed.insert(id) } else { timed.remove(id) }
    }
    if stream.isDirected { directed += change }
    if stream.isMuted { muted += change }
    guard let application = stream.capturer else { return }
    let count = capturing[application, default: 0] + change
    capturing[application] = count == 0 ? nil : count
  }
}

/// What of a stream is counted.
private struct Counted: Equatable {
  /// The application that captures with it; nil if none does.
  let capturer: Application?
  let isDirected: Bool
  let isMuted: Bool
  let isTimed: Bool

  init(_ stream: TrackedStream) {
    let isCapturing = stream.description.direction == .input && stream.state == .running
    capturer = isCapturing ? Application(stream.description) : nil
    isDirected = stream.port != nil
    isMuted = stream.isMuted
    isTimed = stream.deadline != nil
  }
}
