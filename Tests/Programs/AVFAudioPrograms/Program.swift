import AVFAudio
import Foundation

/// Something in the shape of a program that was written for iOS.
protocol Program: AnyObject {
  /// Does what a line of the standard input says, on the main thread.
  func obey(_ command: String) throws
  /// Does it on the thread that reads the commands, or answers false.
  func obeyAtOnce(_ command: String) -> Bool
}

extension Program {
  func obeyAtOnce(_ command: String) -> Bool { false }
}

/// Says one line; it goes out at once.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// The standard input, line by line; its end is the program's.
enum Commands {
  static func obey(by program: any Program) {
    Thread.detachNewThread {
      while let command = readLine() {
        if program.obeyAtOnce(command) { continue }
        DispatchQueue.main.async {
          do {
            try program.obey(command)
          } catch {
            say(describe(error))
          }
        }
      }
      exit(0)
    }
  }
}

/// Domain and code, in words.
func describe(_ error: any Error) -> String {
  let error = error as NSError
  let code = AVAudioSession.ErrorCode(rawValue: error.code).map { "\($0)" } ?? "\(error.code)"
  return "\(error.domain) \(code)"
}
