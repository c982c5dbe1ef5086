import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import Testing

/// What plays or records in a situation: a role of the program, and what it says.
enum Subject: String, CaseIterable, Sendable {
  /// `AVAudioPlayer`, whose delegate says what it is told.
  case player
  /// `AVAudioRecorder`, likewise.
  case recorder
  /// `AVPlayer`, which posts what it is told.
  case items

  /// It is started, or goes on.
  var started: [String] {
    switch self {
    case .player: ["plays [true]"]
    case .recorder: ["records true"]
    case .items:
      [
        "rate 1.0 SetRateCalled",
        "control waitingToPlayAtSpecifiedRate ToMinimizeStallsReason", "control playing",
      ]
    }
  }

  /// It may not start, or can't.
  var refused: [String] {
    switch self {
    case .player: ["plays [false]"]
    case .recorder: ["records false"]
    case .items: ["rate 0.0 SetRateFailed"]
    }
  }

  /// An interruption begins while it runs: it is paused before anybody hears of it, and its delegate
  /// hears of it before the notification comes.
  var began: [String] { began("interrupted") }

  /// Likewise, with the session's state.
  func began(_ state: String) -> [String] { paused(state) + ["notified begin, paused, \(state)"] }

  private func paused(_ state: String) -> [String] {
    switch self {
    case .player, .recorder: ["delegate begin, paused, \(state)"]
    case .items: ["rate 0.0 AudioSessionInterrupted", "control paused"]
    }
  }

  /// The interruption ends so that it goes on.
  var ended: [String] { ended(1) + started }

  /// The interruption ends, with options.
  func ended(_ options: Int) -> [String] {
    let delegate = self == .items ? [] : ["delegate end \(options)"]
    return delegate + ["notified end \(options)"]
  }

  /// The daemon is restarted while it runs.
  var orphaned: [String] {
    switch self {
    case .player: ["lost", "reset, plays [false]"]
    case .recorder: ["finished true", "lost", "reset, records false"]
    case .items:
      [
        "control paused", "lost", "rate 0.0 AudioSessionInterrupted",
        "reset, player failed -11819",
      ]
    }
  }
}

extension PlayerStage {
  /// Where the recorder writes.
  var recordedPath: String { graph.folder.path(of: "talk.wav") }

  /// Has the program make what it is about: with a file that has a tone, or as a recorder, with a
  /// microphone in front of which a tone plays.
  func open(_ subject: Subject, category: String? = nil) throws {
    let usual = subject == .recorder ? "Record" : "Playback"
    try tell("category \(category ?? usual)", "configured")
    switch subject {
    case .player:
      try tell("open \(graph.toneFile())", "opened 60.000 s, 2 ch, 48000 Hz")
    case .recorder:
      if tone == nil {
        tone = try graph.play(Pitch.music)
        try hear(PlayerStage.full)
      }
      try tell("open \(recordedPath) 1819304813 48000 1", "opened 48000 Hz, 1 ch")
    case .items: try tell("open \(graph.toneFile())", "item readyToPlay")
    }
  }

  /// Has it play or record, and waits until it does.
  func run(_ subject: Subject, category: String? = nil) throws {
    try open(subject, category: category)
    try tell("play")
    try expect(subject.started)
    try expectRunning(subject)
  }

  /// Waits until it is heard, or records what is.
  func expectRunning(_ subject: Subject) throws {
    guard subject == .recorder else {
      try hear(PlayerStage.full)
      return
    }
    let start = try place()
    var level = ""
    try Condition.wait("a recording that goes on from \(start) s, at -15 dB: \(level)") {
      try tell("levels")
      level = try next()
      return try place() > start && level == "levels -15"
    }
  }

  /// Waits until it isn't heard any more, or records no more: where it stands.
  @discardableResult
  func expectStanding(_ subject: Subject) throws -> Double {
    if subject != .recorder { try hearSilence() }
    let place = try place(after: .milliseconds(100))
    #expect(try self.place(after: .milliseconds(100)) == place)
    return place
  }

  /// Has it stop for good, and waits until the session is let go.
  func stop(_ subject: Subject) throws {
    switch subject {
    case .player: try tell("stop")
    case .recorder: try tell("stop", "finished true")
    case .items: try tell("forget", "forgotten")
    }
    try Condition.wait("an inactive session") { try session("state") == "inactive" }
  }

  /// Has the program make another one.
  func replace(_ subject: Subject, category: String? = nil) throws {
    if subject == .player { try tell("forget") }
    try open(subject, category: category)
  }

  /// The root mean square of each tenth of a second of what was recorded, in decibels.
  func recordedLevels() throws -> [Double] {
    let file = try Data(contentsOf: URL(fileURLWithPath: recordedPath))
    let start = try #require(file.firstRange(of: Data("data".utf8))).upperBound + 4
    let samples = file[start...].withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self) }
    }
    return stride(from: 0, through: samples.count - 4800, by: 4800).map { begin in
      let squares = samples[begin..<begin + 4800].map { pow(Double($0) / 32_768, 2) }
      return 10 * log10(max(squares.reduce(0, +) / 4800, 1e-14))
    }
  }

  /// Stops or continues the program's process, and reports it, as the agent does.
  func setSuspended(_ isSuspended: Bool) throws {
    try program.signal(isSuspended ? SIGSTOP : SIGCONT)
    _ = try others.granted(
      "system.setProcessSuspended",
      ["pid": .number("\(program.pid)"), "suspended": isSuspended ? true : false]
    )
  }
}
