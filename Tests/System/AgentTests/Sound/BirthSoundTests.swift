import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  /// How a client plays the music that is born.
  enum Birth: String, CaseIterable, Sendable {
    case native = "a native client"
    case pwPlay = "pw-play"
    case paplay = "paplay"
  }

  @Test(
    "no 10 ms of a stream that is born while ducked is louder than ducked",
    arguments: Birth.allCases
  )
  func bornWhileDucked(birth: Birth) throws {
    let stage = try SoundStage()
    let prompt = try OwnSession.prompt(in: stage.daemon)
    try prompt.activate()
    _ = try stage.graph.toneFile()
    var loudest: [Double] = []
    for _ in 0..<20 {
      let start = Moment.now
      let music =
        switch birth {
        case .native: try stage.graph.play().program
        case .pwPlay: try stage.graph.start("pw-play", [stage.graph.toneFile()])
        case .paplay: try stage.graph.playByPulse(Pitch.music, role: "music")
        }
      try stage.hearMusic(SoundStage.ducked, from: start)
      Moment.pass(.milliseconds(200))
      loudest.append(try stage.loudest(start..<Moment.now))
      try music.kill()
      try stage.hearSilence()
    }
    let listed = loudest.map { String(format: "%.1f", $0) }.joined(separator: " ")
    print("\(birth.rawValue), born while ducked: the loudest 10 ms of each: \(listed) dB")
    #expect(loudest.count == 20)
    #expect(loudest.allSatisfy { $0 < SoundStage.ducked + SoundStage.tolerance })
  }
}
