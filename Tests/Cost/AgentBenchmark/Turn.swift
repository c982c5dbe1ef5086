import GraphTestSupport
import TestSupport

/// One coming and going of a phone's stream, as it was heard.
struct Turn {
  /// From the phone's first sound to the music's being 10 dB lower; negative if that came first; nil
  /// if it never was.
  var down: Duration?
  /// From the phone's last sound to the music's being less than 1 dB lower than before; nil if it
  /// never was lower.
  var back: Duration?
  /// From the start of the phone's program to its first sound.
  var start: Duration
  /// How much lower the music was.
  var depth: Double

  /// Measures one: 2.5 ms are one period of the music and five of the phone.
  init(on stage: any Stage, _ recording: Recording, number: Int) throws {
    // Turns don't all begin at the same place of the graph's turn.
    Moment.pass(.milliseconds(400) + .microseconds(1700) * (number % 8))
    let begin = Moment.now
    let phone = try stage.playPhone()
    let loud = try recording.level(of: Pitch.music, begin - .milliseconds(300)..<begin)
    Moment.pass(.milliseconds(1200))
    let end = Moment.now
    try phone.kill()
    Moment.pass(.milliseconds(600))
    try recording.hear(Pitch.music, in: loud - 0.5...loud + 0.5, from: end)
    let times = begin..<Moment.now
    func levels(_ pitch: Double) throws -> [Level] {
      let window = Duration.microseconds(2500)
      return try recording.levels(of: pitch, times, window: window, hop: .microseconds(500))
    }
    let music = try levels(Pitch.music)
    let speech = try levels(Pitch.speech)
    let voice = try recording.level(of: Pitch.speech, end - .milliseconds(400)..<end)
    let low = try recording.level(of: Pitch.music, end - .milliseconds(400)..<end)
    guard let first = speech.first(where: { $0.decibels > voice - 6 })?.time,
      let last = speech.last(where: { $0.decibels > voice - 6 })?.time
    else { throw ProcessFault("the music stayed at \(low) dB, the phone at \(voice) dB") }
    start = first - begin
    if let lowered = music.first(where: { $0.decibels < loud - 10 })?.time {
      down = lowered - first
      back = music.first { $0.time > last && $0.decibels > loud - 1 }.map { $0.time - last }
    }
    depth = low - loud
  }
}
