import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

/// Files of other types than the recorder writes, of many channels, of ten hours, and from the net.
@Suite(
  .serialized,
  .besideThePool,
  .tags(.process),
  .enabled(
    if: HeadlessGraph.isAvailableForPlayers,
    Comment(rawValue: HeadlessGraph.reasonForPlayers)
  )
)
struct PlayerFileTests {
  private static let hasEncoder = (try? Spawn.path(of: "gst-launch-1.0")) != nil

  @Test(
    .enabled(if: hasEncoder, "needs gst-launch-1.0"),
    arguments: [("mp3", ["lamemp3enc"]), ("ogg", ["vorbisenc", "!", "oggmux"])]
  )
  func `a compressed file is heard as loud as it was`(type: String, encoder: [String]) throws {
    let stage = try PlayerStage()
    let path = try stage.encode(seconds: 3, encoder, "tone.\(type)")
    try stage.tell("category Playback", "configured")
    try stage.tell("open \(path)")
    let opened = try stage.next()
    print("\(type): \(opened)")
    let length = Double(opened.split(separator: " ").dropFirst().first ?? "") ?? 0
    #expect((2.9...3.2).contains(length))
    try stage.tell("play", "plays [true]")
    try stage.hear(PlayerStage.full)
    #expect(try stage.next() == "finished true at 0.0")
  }

  @Test func `six channels are heard on two loudspeakers`() throws {
    let stage = try PlayerStage()
    let path = stage.graph.folder.path(of: "surround.wav")
    // Front left and back left.
    let pitches = [Pitch.music, 0, 0, 0, Pitch.speech, 0]
    try PlayerFileTests.wave(rate: 48_000, channels: 6, seconds: 5) { frame in
      pitches.map { Int16(8192 * sin(2 * .pi * $0 * Double(frame) / 48_000)) }
    }.write(to: URL(fileURLWithPath: path))
    try stage.tell("category Playback", "configured")
    try stage.tell("open \(path)", "opened 5.000 s, 6 ch, 48000 Hz")
    try stage.tell("play", "plays [true]")
    let start = try stage.recording.hear(Pitch.music, in: PlayerStage.full - 10 ... -6)
    try stage.recording.hear(Pitch.speech, in: PlayerStage.full - 16 ... -6, from: start)
    let times = start + .milliseconds(100)..<start + .milliseconds(300)
    let front = try stage.recording.level(of: Pitch.music, times)
    let back = try stage.recording.level(of: Pitch.speech, times)
    print("front left at \(front) dB, back left at \(back) dB")
  }

  @Test(arguments: [Subject.player, .items])
  func `ten hours: its length is known, the ninth hour is heard at once, memory stays`(
    subject: Subject
  ) throws {
    let stage = try PlayerStage(subject.rawValue)
    try stage.open(subject)
    let before = try stage.residentMebibytes()
    let path = try stage.tenHours()
    if subject == .player {
      try stage.tell("forget")
      try stage.tell("open \(path)", "opened 36000.000 s, 1 ch, 8000 Hz")
      try stage.tell("seek 32400")
    } else {
      try stage.tell("open \(path)", "item readyToPlay")
      try stage.tell("length", "length 36000.00")
      try stage.tell("seek 32400", "sought true")
    }
    let start = Moment.now
    try stage.tell("play")
    try stage.expect(subject.started)
    let heard = try stage.hear(PlayerStage.full) - start
    let after = try stage.residentMebibytes()
    print("heard after \(heard); \(before) MiB, then \(after) MiB")
    #expect(heard < .seconds(2))
    #expect((32_400..<32_410).contains(try stage.place()))
    #expect(after - before < 32)
  }

  @Test(.enabled(if: hasEncoder, "needs gst-launch-1.0"))
  func `ten hours of MP3 without an index: the ninth hour is heard in a moment`() throws {
    let stage = try PlayerStage()
    let minute = try Data(
      contentsOf: URL(
        fileURLWithPath: stage.encode(
          seconds: 60,
          ["lamemp3enc", "target=bitrate", "cbr=true", "bitrate=32"],
          "minute.mp3",
          rate: 16_000
        )
      )
    )
    let path = stage.graph.folder.path(of: "long.mp3")
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try #require(FileHandle(forWritingAtPath: path))
    for _ in 1...600 { try file.write(contentsOf: minute) }
    try file.close()
    try stage.tell("category Playback", "configured")
    let start = Moment.now
    try stage.tell("open \(path)")
    print(try stage.next(), "after \(Moment.now - start)")
    try stage.tell("seek 32430")
    let order = Moment.now
    try stage.tell("play", "plays [true]")
    let heard = try stage.recording.hear(400, in: PlayerStage.full - 1...PlayerStage.full + 1)
    let place = try stage.place()
    print("heard after \(heard - order), at \(place)")
    #expect(heard - order < .seconds(10))
    #expect((32_420..<32_450).contains(place))
  }

  @Test(arguments: [FileServer.Answer.bytes, .none, .nothing])
  func `from the net: heard, and moved where the server sends parts`(
    answer: FileServer.Answer
  ) throws {
    let stage = try PlayerStage("items")
    let server = try FileServer(of: stage.graph.toneFile(), parts: answer)
    let hasRanges = answer == .bytes
    try stage.tell("category Playback", "configured")
    try stage.tell("open http://127.0.0.1:\(server.port)/tone.wav", "item readyToPlay")
    try stage.tell("length", "length 60.00")
    try stage.tell("play")
    try stage.expect(Subject.items.started)
    try stage.hear(PlayerStage.full)
    try stage.tell("seek 30")
    try stage.awaitLine(hasRanges ? "sought true" : "sought false")
    try stage.hear(PlayerStage.full)
    try stage.tell("where")
    let place = Double(try stage.awaitLine("at ").dropFirst("at ".count)) ?? 0
    print("at \(place); asked for \(server.ranges)")
    #expect(hasRanges ? place >= 30 : (0..<20).contains(place))
    try stage.tell("pause")
    try stage.hearSilence()
  }

  /// Its length is at its end, which such a server doesn't send by itself.
  @Test(.enabled(if: hasEncoder, "needs gst-launch-1.0"))
  func `Ogg from a server that says nothing of parts is heard`() throws {
    let stage = try PlayerStage("items")
    let path = try stage.encode(seconds: 3, ["vorbisenc", "!", "oggmux"], "tone.ogg")
    let server = try FileServer(of: path, parts: .nothing)
    try stage.tell("category Playback", "configured")
    try stage.tell("open http://127.0.0.1:\(server.port)/tone.ogg", "item readyToPlay")
    try stage.tell("play")
    try stage.expect(Subject.items.started)
    try stage.hear(PlayerStage.full)
  }
}

extension PlayerFileTests {
  /// A WAV file of 16-bit samples.
  fileprivate static func wave(
    rate: Int,
    channels: Int,
    seconds: Int,
    _ samples: (Int) -> [Int16]
  ) -> Data {
    let body = (0..<rate * seconds).flatMap(samples)
    return header(rate: rate, channels: channels, seconds: seconds)
      + body.withUnsafeBytes { Data($0) }
  }

  /// The head of such a file, in which several channels have their usual places.
  fileprivate static func header(rate: Int, channels: Int, seconds: Int) -> Data {
    let frame = channels * 2
    let size = rate * frame * seconds
    var data = Data("RIFF".utf8)
    func append(_ values: (Int, Int)...) {
      for (value, count) in values {
        for index in 0..<count { data.append(UInt8(value >> (8 * index) & 0xFF)) }
      }
    }
    append((size + 60, 4))
    data += Data("WAVEfmt ".utf8)
    append((40, 4), (0xFFFE, 2), (channels, 2), (rate, 4), (rate * frame, 4), (frame, 2), (16, 2))
    append((22, 2), (16, 2), (channels == 6 ? 0x3F : 4, 4))
    // PCM as a GUID.
    append((1, 4), (0x0010_0000, 4), (0xAA00_0080, 4), (0x719B_3800, 4))
    data += Data("data".utf8)
    append((size, 4))
    return data
  }
}

extension PlayerStage {
  /// Encodes a tone.
  ///
  /// - Returns: The file's path.
  fileprivate func encode(
    seconds: Int,
    _ encoder: [String],
    _ name: String,
    rate: Int = 48_000
  ) throws -> String {
    let path = graph.folder.path(of: name)
    let source = try ["filesrc", "location=\(graph.toneFile(seconds: seconds))", "!", "wavparse"]
    let raw = ["!", "audioconvert", "!", "audioresample", "!", "audio/x-raw,rate=\(rate)", "!"]
    let file = ["!", "filesink", "location=\(path)"]
    try graph.run("gst-launch-1.0", ["-q"] + source + raw + encoder + file)
    return path
  }

  /// A file of ten hours that is silent, but for a minute at the end of the ninth.
  fileprivate func tenHours() throws -> String {
    let rate = 8000
    let path = graph.folder.path(of: "long.wav")
    let header = PlayerFileTests.header(rate: rate, channels: 1, seconds: 36_000)
    try header.write(to: URL(fileURLWithPath: path))
    let file = try #require(FileHandle(forWritingAtPath: path))
    // A hole, as silent as zeros.
    try file.truncate(atOffset: UInt64(header.count + 36_000 * rate * 2))
    try file.seek(toOffset: UInt64(header.count + 32_400 * rate * 2))
    let minute = (0..<60 * rate).map {
      Int16(8192 * sin(2 * .pi * Pitch.music * Double($0) / Double(rate)))
    }
    try file.write(contentsOf: minute.withUnsafeBytes { Data($0) })
    try file.close()
    return path
  }

  /// The memory of the program.
  fileprivate func residentMebibytes() throws -> Int {
    try ProcessStatus.residentKilobytes(of: program.pid) / 1024
  }
}
