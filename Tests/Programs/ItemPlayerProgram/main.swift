import AVFoundation

// A program as it is ported from iOS, with items and system sounds: it obeys the lines of its standard
// input, and says on its standard output what it saw.

let program = Program()
say("ready")
Thread.detachNewThread {
  while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    DispatchQueue.main.async { program.obey(words[0], words.dropFirst().first ?? "") }
  }
  exit(0)
}
RunLoop.main.run()
