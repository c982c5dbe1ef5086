import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

/// Records until it is interrupted: SIGINT and SIGTERM end a recording in order.
struct RecordingRun: ~Copyable {
  private var recorder: Recorder
  private let poller: Poller
  private let signals: Signals

  init(_ recorder: Recorder) throws(Failure) {
    do throws(Errno) {
      let poller = try Poller()
      let signals = try Signals()
      try poller.register(signals.number, for: .reading, token: Token.signals)
      self.init(recorder: recorder, poller: poller, signals: signals)
    } catch {
      throw .system(error)
    }
  }

  private init(recorder: Recorder, poller: consuming Poller, signals: consuming Signals) {
    self.recorder = recorder
    self.poller = poller
    self.signals = signals
  }

  private enum Token {
    static let signals: UInt64 = 0
    static let daemon: UInt64 = 1
  }

  /// Writes the header and the state; throws if the daemon refuses to be recorded.
  mutating func start(_ daemon: inout Daemon, _ output: inout Output) throws(Failure) {
    do {
      try poller.register(daemon.number, for: .reading, token: Token.daemon)
    } catch {
      throw .system(error)
    }
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
    var isInterrupted = false
    do {
      let count = try poller.wait(timeout: nil)
      for index in 0..<count where poller[index].token == Token.signals {
        if try signals.next() != nil { isInterrupted = true }
      }
    } catch {
      throw .system(error)
    }
    do {
      try daemon.exchange()
    } catch {
      return .failed(error)
    }
    return isInterrupted ? .interrupted : nil
  }
}
