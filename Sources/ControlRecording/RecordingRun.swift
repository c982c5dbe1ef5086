import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

/// Records until it is interrupted: SIGINT and SIGTERM end a recording in order.
struct RecordingRun: ~Copyable {
  private var recorder: Recorder
  private let signals: Signals

  init(_ recorder: Recorder) throws(Failure) {
    self.recorder = recorder
    do {
      signals = try Signals()
    } catch {
      throw .system(error)
    }
  }

  /// Writes the header and the state; throws if the daemon refuses to be recorded.
  mutating func start(_ daemon: inout Daemon, _ output: inout Output) throws(Failure) {
    output.printLine(recorder.header)
    try begin(&daemon, &output)
  }

  /// Writes what is decided from then on.
  mutating func record(_ daemon: inout Daemon, to output: inout Output) throws(Failure) {
    var end: End?
    while true {
      while !recorder.isDone, let notification = daemon.takeNotification() {
        if let line = recorder.line(notification) { output.printLine(line) }
        // The connection survived the daemon's restart, the recording didn't.
        if notification.method == NotificationMethod.mediaServicesWereReset.rawValue {
          try begin(&daemon, &output)
        }
      }
      try output.flush()
      if recorder.isDone || end != nil { break }
      end = try wait(&daemon)
    }
    StandardError.write("audiosessionctl: \(counted(recorder.decisions, "decision")) recorded")
    if case .failed(let failure) = end { throw failure }
  }

  /// Why nothing is recorded but what has arrived already.
  private enum End {
    case interrupted
    case failed(Failure)
  }

  private mutating func begin(
    _ daemon: inout Daemon,
    _ output: inout Output
  ) throws(Failure) {
    output.printLine(try recorder.line(ofStart: try daemon.call(.eventsRecord)))
    try output.flush()
  }

  /// Waits for something to happen, and receives what there is.
  private func wait(_ daemon: inout Daemon) throws(Failure) -> End? {
    var requests = [signals.number, daemon.number].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&requests, nfds_t(requests.count), -1)
    let request: Signals.Request?
    do {
      request = try signals.next()
    } catch {
      throw .system(error)
    }
    do {
      try daemon.exchange()
    } catch {
      return .failed(error)
    }
    return request == nil ? nil : .interrupted
  }
}
