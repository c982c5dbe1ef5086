import AudioSessionSystem
import Glibc

/// Sentences for whoever started the agent, or for the journal behind it.
struct Log {
  /// Writes a line, as far as there is room for it.
  func note(_ sentence: String) {
    var line = "audiosession-agent: \(sentence)\n"
    line.withUTF8 { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}
