import AVFoundation
import MediaPlayer

// A radio in the shape of those on iOS: it obeys the lines of its standard input, and says on its
// standard output which commands came and what happened to its session.

/// Says one line; it goes out at once.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

let radio = Radio()
let documented = CommandLine.arguments.last == "documented" ? DocumentedPlayer() : nil
Thread.detachNewThread {
  while let line = readLine() {
    DispatchQueue.main.async {
      do {
        try radio.obey(line.split(separator: " ").map(String.init))
      } catch {
        let code = AVAudioSession.ErrorCode(rawValue: (error as NSError).code)
        say("refused \(code.map { "\($0)" } ?? "\(error)")")
      }
    }
  }
  exit(0)
}
say("ready")
// As an asynchronous `main` does, too: then other threads serve the main queue.
if CommandLine.arguments.last == "dispatched" { dispatchMain() }
RunLoop.main.run()
