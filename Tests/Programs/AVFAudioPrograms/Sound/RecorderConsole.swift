import AVFoundation

/// A recorder that does what it is told, and says what it is told by its recorder and its session.
final class RecorderConsole: NSObject, Program, AVAudioRecorderDelegate {
  private let session = AVAudioSession.sharedInstance()
  private var recorder: AVAudioRecorder?
  private var observer: (any NSObjectProtocol)?

  override init() {
    super.init()
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: session,
      queue: .main
    ) { notification in
      say("notified \(notification.userInfo?[AVAudioSessionInterruptionTypeKey] ?? "nothing")")
    }
  }

  func obey(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    switch words.first {
    case "category":
      try session.setCategory(
        AVAudioSession.Category(rawValue: "AVAudioSessionCategory\(argument)"),
        mode: .default
      )
      say("configured")
    case "open": try open(argument, words.dropFirst(2).map { Double($0) ?? 0 })
    case "prepare": say("prepared \(recorder?.prepareToRecord() ?? false)")
    case "record":
      let seconds = Double(argument)
      let isRecording = seconds.map { recorder?.record(forDuration: $0) } ?? recorder?.record()
      say("records \(isRecording ?? false)")
    case "pause": recorder?.pause()
    case "stop": recorder?.stop()
    case "delete": say("deleted \(recorder?.deleteRecording() ?? false)")
    case "where": say(String(format: "at %.3f", recorder?.currentTime ?? -1))
    case "levels":
      recorder?.isMeteringEnabled = true
      recorder?.updateMeters()
      say(String(format: "levels %.0f", recorder?.averagePower(forChannel: 0) ?? 0))
    default: say("unknown: \(command)")
    }
  }

  /// Makes a recorder by a format, a rate and a number of channels.
  private func open(_ path: String, _ numbers: [Double]) throws {
    let keys = [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey]
    let settings = Dictionary(uniqueKeysWithValues: zip(keys, numbers.map { NSNumber(value: $0) }))
    let recorder = try AVAudioRecorder(url: URL(fileURLWithPath: path), settings: settings)
    recorder.delegate = self
    self.recorder = recorder
    say("opened \(Int(recorder.format.sampleRate)) Hz, \(recorder.format.channelCount) ch")
  }

  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
    say("finished \(flag)")
  }

  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
    say("error \(error.map { describe($0) } ?? "none")")
  }

  func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {
    say("delegate begin, \(recorder.isRecording ? "recording" : "paused")")
  }

  func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
    say("delegate end \(flags)")
  }
}
