import AudioSessionSystem
import Glibc

/// Runs other programs for their output.
enum ProgramOutput {
  /// Runs a program of the search path to its end.
  ///
  /// - Parameter words: Its name and arguments.
  /// - Returns: Its output; nil if there is no such program, or it failed.
  static func text(of words: [String]) -> String? {
    guard let (status, text) = run(words), status == 0 else { return nil }
    return text
  }

  /// Runs a program of the search path to its end.
  ///
  /// - Parameters:
  ///   - words: Its name and arguments.
  ///   - withErrors: Whether to include standard error in the output.
  /// - Returns: Its exit status and output; nil if there is no such program, or a signal ended it.
  static func run(_ words: [String], withErrors: Bool = false) -> (status: Int32, text: String)? {
    var program = Subprocess(words)
    do {
      var pipe = try PipeEnds()
      program.output = .descriptor(pipe.writingNumber)
      program.errors = withErrors ? program.output : .null
      let process = try program.start()
      pipe.closeWriting()
      let bytes = (try? WholeStream.read(from: pipe.readingNumber)) ?? []
      guard case .exited(let status) = try Subprocess.wait(for: process) else { return nil }
      return (status, String(decoding: bytes, as: UTF8.self))
    } catch {
      return nil
    }
  }
}
