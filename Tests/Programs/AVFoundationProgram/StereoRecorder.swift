import AVFoundation

/// Chooses a microphone and its pattern, as recorders in stereo do; there is nothing to choose here.
struct StereoRecorder {
  let session = AVAudioSession.sharedInstance()

  /// What came of it.
  func configure() throws -> String {
    try session.setCategory(.playAndRecord, mode: .videoRecording, options: .defaultToSpeaker)
    try session.setPreferredInputOrientation(.landscapeLeft)
    guard let microphone = session.availableInputs?.first(where: { $0.portType == .builtInMic })
    else { return "no microphone" }
    try session.setPreferredInput(microphone)
    guard let source = microphone.dataSources?.first(where: { $0.orientation == .front }) else {
      return "no source of \(microphone.portName)"
    }
    if source.supportedPolarPatterns?.contains(.stereo) == true {
      try source.setPreferredPolarPattern(.stereo)
    }
    try microphone.setPreferredDataSource(source)
    return "\(source.dataSourceName), \(session.inputOrientation)"
  }
}
