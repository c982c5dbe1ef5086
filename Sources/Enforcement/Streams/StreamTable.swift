/// The streams by number, and how many of each application capture.
///
/// A stream is only changed through the subscript, which counts it, so that the count is always
/// right. Whether an application captures is asked for each stream that is judged; a search among
/// all streams would make judging them take a time that grows with the square of their number.
struct StreamTable: Sendable {
  private(set) var all: [StreamID: TrackedStream] = [:]
  private var capturing: [Application: Int] = [:]

  subscript(id: StreamID) -> TrackedStream? {
    get { all[id] }
    _modify {
      let former = all[id]?.capturer
      defer {
        if former != all[id]?.capturer {
          count(former, -1)
          count(all[id]?.capturer, 1)
        }
      }
      yield &all[id]
    }
  }

  func isCapturing(_ application: Application) -> Bool { capturing[application] != nil }

  private mutating func count(_ application: Application?, _ change: Int) {
    guard let application else { return }
    let count = capturing[application, default: 0] + change
    capturing[application] = count == 0 ? nil : count
  }
}

extension TrackedStream {
  /// The application that captures with it; nil if none does.
  fileprivate var capturer: Application? {
    guard description.direction == .input, state == .running else { return nil }
    return Application(description)
  }
}
