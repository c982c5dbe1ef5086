import TestSupport

/// Clients of PulseAudio, or of what speaks its protocol.
extension HeadlessGraph {
  /// Plays a tone by `paplay`.
  ///
  /// - Parameters:
  ///   - pitch: Hertz.
  ///   - role: PulseAudio's word for it: `music`, `phone`.
  ///   - seconds: How long.
  ///   - latency: How much is asked to be kept ahead, in milliseconds.
  /// - Returns: The program, which ends with the last reference to it.
  /// - Throws: Why it can't be started.
  package func playByPulse(
    _ pitch: Double,
    role: String? = nil,
    seconds: Int = 60,
    latency: Int = 20
  ) throws -> RunningProgram {
    let properties = role.map { ["--property=media.role=\($0)"] } ?? []
    let file = try toneFile(pitch, seconds: seconds)
    return try start("paplay", ["--latency-msec=\(latency)"] + properties + [file])
  }

  /// Records a source by `parec`, and waits until it does.
  package func recordByPulse(_ source: String) throws -> Recording {
    let path = folder.path(of: "log/recording-\(UInt32.random(in: 0...UInt32.max))")
    let tool = try Spawn.path(of: "audiosession-test-tone")
    let recorder = "parec --raw --format=float32le --rate=48000 --channels=2 --latency-msec=5"
    let command = #"\#(recorder) -d "$1" | "$2" stamp "$3""#
    let program = try start("sh", ["-c", command, "sh", source, tool, path])
    let recording = try Recording(program, path: path)
    try recording.wait(until: Moment.now)
    return recording
  }
}
