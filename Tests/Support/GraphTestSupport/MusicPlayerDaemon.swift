import Foundation
import TestSupport

extension HeadlessGraph {
  /// Starts an MPD that has a song to play, and waits until it answers.
  ///
  /// The song is added by its address, which works at a socket, and not from the list of the music:
  /// MPD makes that list with a priority for which a busy machine has no time at all.
  ///
  /// - Parameters:
  ///   - folder: Where its files are to be, and its socket, `mpd.socket`.
  ///   - song: The file's path.
  ///   - more: What is in its environment beside the graph's.
  /// - Returns: The program, which ends with the graph.
  /// - Throws: That it doesn't start, or doesn't take the song.
  package func startMPD(
    in folder: String,
    with song: String,
    environment more: [String: String] = [:]
  ) throws -> RunningProgram {
    let socket = "\(folder)/mpd.socket"
    let settings = """
      db_file "\(folder)/mpd.db"
      bind_to_address "\(socket)"
      audio_output {
        type "pipewire"
        name "PipeWire"
      }

      """
    let path = "\(folder)/mpd.conf"
    try settings.write(toFile: path, atomically: true, encoding: .utf8)
    let program = try start("mpd", ["--no-daemon", path], environment: more)
    let client = ["--host", socket, "--quiet"]
    try Condition.wait("mpd: \(program.said)") { (try? run("mpc", client)) != nil }
    try run("mpc", client + ["add", "file://\(song)"])
    return program
  }
}
