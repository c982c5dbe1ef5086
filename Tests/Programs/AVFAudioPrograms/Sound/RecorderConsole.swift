import AVFoundation

/// A recorder that does what it is told, and says what its delegate is told.
final class RecorderConsole: SoundConsole, AVAudioRecorderDelegate {
  private var recorder: AVAudioRecorder?

  override var isRunning: Bool { recorder?.isRecording ?? false }
  override var stateAfterReset: String { "records \(recorder?.record() ?? false)" }
  override func start() { say("records \(recorder?.record() ?? false)") }
  override func pause() { recorder?.pause() }

  override func obey(_ words: [String]) throws {
    let argument = words.count > 1 ? words[1] : ""
    switch words.first {
    case "open": try open(argument, words.dropFirst(2).map { Double($0) ?? 0 })
    case "prepare": say("prepared \(recorder?.prepareToRecord() ?? false)")
    case "record":
      guard let seconds = Double(argument) else { return start() }
      say("records \(recorder?.record(forDuration: seconds) ?? false)")
    case "stop": recorder?.stop()
    case "delete": say("deleted \(recorder?.deleteRecording() ?? false)")
    case "where": say(String(format: "at %.3f", recorder?.currentTime ?? -1))
    case "levels":
      recorder?.isMeteringEnabled = true
      recorder?.updateMeters()
      say(String(format: "levels %.0f", recorder?.averagePower(forChannel: 0) ?? 0))
    default: try super.obey(words)
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
    say("delegate begin, \(condition)")
  }

  func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
    say("delegate end \(flags)")
  }
}
