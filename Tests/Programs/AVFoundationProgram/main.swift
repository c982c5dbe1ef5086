import AVFoundation

// A program whose only import is the one that programs for iOS have, in Swift 5. When a line of input
// tells it to, it says what it set and what it then heard, and ends.

func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

let session = AVAudioSession.sharedInstance()
let observer = NotificationCenter.default.addObserver(
  forName: AVAudioSession.didBecomeActiveNotification,
  object: session,
  queue: nil
) { _ in
  say("active")
  exit(0)
}
say("ready")
_ = readLine()
do {
  say(try StereoRecorder().configure())
  try session.setCategory(.playback, mode: .spokenAudio, options: [.duckOthers])
  say("\(session.categoryOptions)")
  say("\(session.category) \(session.mode)")
  try session.setActive(true)
  RunLoop.main.run()
} catch {
  say("\(error)")
}
