import TestSupport
import Testing

/// How large each folder of `Sources` may grow, in lines of Swift, C and Python: a feature pays for
/// its lines with others, or raises a budget on purpose, in a commit of its own that says why.
struct BudgetTests {
  /// What there was when the budgets were made, and 3 %.
  private static let budgets = [
    "AgentAnswers": 340,
    "Arbitration": 6_900,
    "AudioSession": 3_110,
    "AudioSessionBus": 620,
    "audiosession-agent": 6_300,
    "audiosession-demo": 1_210,
    "audiosession-house": 1_480,
    "AudioSessionClient": 860,
    "audiosessionctl": 4_520,
    "audiosessiond": 230,
    "AudioSessionJSON": 2_150,
    "AudioSessionMedia": 1_190,
    "AudioSessionSchema": 830,
    "AudioSessionSystem": 1_850,
    "AudioSessionTesting": 610,
    "AudioSessionTypes": 1_190,
    "AudioSessionWire": 6_650,
    "AVFAudio": 5_080,
    "AVFoundation": 1_300,
    "AudioToolbox": 330,
    "CoreMedia": 410,
    "CAudioSessionGStreamer": 1_200,
    "CAudioSessionGStreamerSystem": 10,
    "CAudioSessionLinux": 530,
    "CMosquitto": 330,
    "CMosquittoSystem": 10,
    "ConfigurationFile": 2_200,
    "ControlCore": 2_900,
    "ControlFollow": 920,
    "ControlRecording": 660,
    "ControlRun": 1_600,
    "ControlTimeline": 3_220,
    "ControlTop": 1_780,
    "CPipeWire": 880,
    "CPipeWireSystem": 10,
    "CRulesPage": 20,
    "CAudioSessionBus": 300,
    "CAudioSessionSystemd": 10,
    "Embedded": 200,
    "Enforcement": 3_310,
    "EventLoop": 890,
    "House": 2_670,
    "MediaPlayer": 2_040,
    "Python": 2_480,
    "Recording": 400,
    "SessionServer": 9_050,
  ]

  @Test func `sources: no folder has more lines than its budget`() throws {
    var sizes: [String: Int] = [:]
    for path in Checkout.files(below: "Sources", "swift", "c", "h", "py") {
      let folder = String(path.split(separator: "/")[1])
      sizes[folder, default: 0] += try Checkout.text(path).utf8.count { $0 == UInt8(ascii: "\n") }
    }
    #expect(sizes.filter { $0.value > Self.budgets[$0.key, default: 0] } == [:])
    #expect(Set(sizes.keys) == Set(Self.budgets.keys))
  }
}
