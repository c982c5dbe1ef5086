import Foundation
import TestSupport

/// The frequencies that tests tell apart; whole numbers of both fit into 5 ms.
package enum Pitch {
  package static let music = 400.0
  package static let speech = 2000.0
}

/// A native client that plays a tone and counts the frames that it was asked for.
package final class Tone {
  package let program: RunningProgram
  /// Its `node.name`.
  package let name: String

  init(_ program: RunningProgram, name: String) {
    self.program = program
    self.name = name
  }

  package var pid: Int32 { program.pid }

  /// How many frames it has played.
  package func frames() throws -> Int {
    try program.send("frames")
    let line = try program.nextLine("frames ")
    guard let count = Int(line.dropFirst("frames ".count)) else { throw ProcessFault(line) }
    return count
  }

  /// How many frames a second it plays, over 200 ms.
  package func framesPerSecond() throws -> Double {
    let start = Moment.now
    let before = try frames()
    Moment.pass(.milliseconds(200))
    let after = try frames()
    return Double(after - before) / ((Moment.now - start) / .seconds(1))
  }

  /// How many frames it plays for each that is recorded meanwhile: 1 as long as it plays.
  ///
  /// A machine that is short of time lets the whole graph lose cycles; so frames a second would tell
  /// more of the machine than of the program.
  package func pace(beside recording: Recording) throws -> Double {
    func counts() throws -> (played: Int, recorded: Int) {
      let played = try frames()
      recording.update()
      return (played, recording.samples.count)
    }
    let before = try counts()
    try Condition.wait("200 ms of the recording") {
      recording.update()
      return recording.samples.count >= before.recorded + Int(Recording.rate / 5)
    }
    let after = try counts()
    return Double(after.played - before.played) / Double(after.recorded - before.recorded)
  }

  /// Stops and goes on, as its own user would have it.
  package func pause() throws { try program.send("pause") }
  package func resume() throws { try program.send("resume") }

  /// Plays on as loud as that; 0 is digital silence.
  package func setAmplitude(_ amplitude: Double) throws {
    try program.send("amplitude \(amplitude)")
  }

  /// Waits until it plays.
  package func awaitStreaming() throws { _ = try program.nextLine("state streaming") }

  package func kill() throws { try program.kill() }
}

extension HeadlessGraph {
  /// Plays a tone natively, and returns once it is started, not once it is heard.
  ///
  /// - Parameters:
  ///   - pitch: Hertz.
  ///   - name: The `node.name`.
  ///   - amplitude: Of both channels; 1 is full scale.
  ///   - properties: Of the stream, such as `media.role`.
  /// - Returns: The client, which ends with the last reference to it.
  /// - Throws: Why it can't be started.
  package func play(
    _ pitch: Double = Pitch.music,
    _ name: String = "music",
    amplitude: Double = 0.25,
    _ properties: [String: String] = [:]
  ) throws -> Tone {
    let all = ["node.name": name, "application.name": name].merging(properties) { $1 }
    let program = try start(
      "audiosession-test-tone",
      ["play", "\(pitch)", "\(amplitude)"] + all.map { "\($0)=\($1)" }.sorted(),
      readsLines: true
    )
    return Tone(program, name: name)
  }

  /// A WAV file with a tone, for players that play files.
  ///
  /// - Parameters:
  ///   - pitch: Hertz.
  ///   - seconds: Its length.
  ///   - amplitude: Of both channels; 1 is full scale.
  /// - Returns: Its path.
  /// - Throws: That it can't be written.
  package func toneFile(
    _ pitch: Double = Pitch.music,
    seconds: Int = 60,
    amplitude: Double = 0.25
  ) throws -> String {
    let path = folder.path(of: "\(Int(pitch))-\(seconds)-\(amplitude).wav")
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    let rate = 48_000
    // A second is enough to compute: every whole frequency begins it anew.
    let second = (0..<rate).flatMap { frame -> [Int16] in
      let value = amplitude * sin(2 * .pi * pitch * Double(frame) / Double(rate))
      return [Int16](repeating: Int16((value * 32_767).rounded()), count: 2)
    }
    let samples = second.withUnsafeBytes { Data($0) }
    var file = Data("RIFF".utf8)
    file.append(UInt32(36 + samples.count * seconds))
    file += Data("WAVEfmt ".utf8)
    file.append(UInt32(16))
    file.append(UInt32(2 << 16 | 1))
    file.append(UInt32(rate))
    file.append(UInt32(rate * 4))
    file.append(UInt32(16 << 16 | 4))
    file += Data("data".utf8)
    file.append(UInt32(samples.count * seconds))
    for _ in 0..<seconds { file += samples }
    try file.write(to: URL(fileURLWithPath: path))
    return path
  }
}

extension Data {
  fileprivate mutating func append(_ number: UInt32) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
