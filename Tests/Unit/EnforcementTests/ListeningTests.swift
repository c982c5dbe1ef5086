import AgentAnswers
import AudioSessionTypes
import Testing

@testable import Enforcement

/// A rule with `WhileHeard=` claims something only while its program's sound is heard.
struct ListeningTests {
  private static let speech: Float = 0.1

  /// The rule `voice` listens; `music` is as ever; `talk` takes what captures, and listens too.
  private func world() -> EnforcerWorld {
    var voice = Adoption()
    voice.options = [.duckOthers]
    voice.whileHeard = true
    var talk = voice
    talk.category = .playAndRecord
    talk.options = [.duckOthers, .interruptSpokenAudioAndMixWithOthers]
    let rules = AdoptionRules([
      AdoptionRule(name: "talk", conversing: .zero, adoption: talk),
      AdoptionRule(name: "voice", conditions: [.init(.mediaRole, ["Voice"])], adoption: voice),
      AdoptionRule(name: "music", conditions: [.init(.mediaRole, ["Music"])], adoption: Adoption()),
    ])
    return EnforcerWorld { $0.rules = rules }
  }

  /// A voice that runs, of which nothing was heard yet.
  private func silentVoice() -> EnforcerWorld {
    var world = world()
    world.add(1, pid: 10, role: "Voice")
    world.show(1, 1)
    world.run(1)
    world.peak(1, 0)
    return world
  }

  @Test func `a voice that is always open has no session until it is heard`() {
    var world = silentVoice()
    world.pass(.seconds(3600))
    #expect(world.take() == ["listen to 1"])
    #expect(world.enforcer.deadline == nil)
    world.peak(1, ListeningTests.speech)
    #expect(world.take() == ["open 1 for 10: playback"])
    world.opened(1, as: 7)
    #expect(world.take() == ["activate 7"])
  }

  @Test func `a voice that was quiet for the lingering time: its session is closed`() {
    var world = silentVoice()
    world.speak(1, session: 7)
    world.peak(1, 0)
    world.pass(.milliseconds(999))
    #expect(world.take() == [])
    world.pass(.milliseconds(1))
    #expect(world.take() == ["close 7"])
    world.pass(.seconds(2))
    #expect(world.enforcer.deadline == nil)
  }

  @Test func `pauses between words don't end it`() {
    var world = silentVoice()
    world.speak(1, session: 7)
    for _ in 0..<20 {
      world.peak(1, 0)
      world.pass(.milliseconds(900))
      world.peak(1, ListeningTests.speech)
      world.pass(.milliseconds(300))
    }
    #expect(world.take() == [])
  }

  @Test(arguments: [(0.0031, false), (0.0032, true)] as [(Float, Bool)])
  func `noise below −50 dBFS isn't heard`(peak: Float, isHeard: Bool) {
    var world = silentVoice()
    _ = world.take()
    world.peak(1, peak)
    #expect(world.take().isEmpty != isHeard)
  }

  @Test(arguments: [(0.0016, true), (0.0015, false)] as [(Float, Bool)])
  func `a voice that was heard: counts as heard down to −56 dBFS`(peak: Float, isHeard: Bool) {
    var world = silentVoice()
    world.speak(1, session: 7)
    world.peak(1, peak)
    world.pass(.seconds(1))
    #expect(world.take().isEmpty == isHeard)
  }

  @Test func `a voice that is lowered is heard by what its program plays`() {
    var world = silentVoice()
    world.speak(1, session: 7)
    world.apply(5, [7: 0.02])
    _ = world.take()
    // −48 dBFS before our −34 dB.
    for _ in 0..<4 {
      world.peak(1, 0.004 * 0.02)
      world.pass(.milliseconds(500))
    }
    #expect(world.take() == [])
  }

  @Test func `a voice that is held isn't silent by itself, and goes on afterwards`() {
    var world = silentVoice()
    world.speak(1, session: 7)
    // Between two words.
    world.peak(1, 0)
    world.apply(5, [7: nil])
    world.began(7)
    world.pass(.milliseconds(60))
    world.peak(1, 0)
    world.pass(.seconds(10))
    #expect(!world.take().contains("close 7"))
    world.apply(6, [:])
    world.ended(7, shouldResume: true)
    #expect(world.take() == ["activate 7", "heard 6"])
  }

  @Test func `a voice that is refused doesn't ask again because of a peak that comes late`() {
    var world = silentVoice()
    world.peak(1, ListeningTests.speech)
    world.opened(1, as: 7)
    // Between two words.
    world.peak(1, 0)
    world.refused(7)
    world.pass(.milliseconds(60))
    world.peak(1, 0)
    world.pass(.seconds(5))
    _ = world.take()
    world.peak(1, ListeningTests.speech)
    #expect(world.take() == [])
  }

  @Test func `a voice counts as heard if its meter tells nothing`() {
    var world = world()
    world.add(1, pid: 10, role: "Voice")
    world.run(1)
    world.pass(.milliseconds(499))
    #expect(world.take() == ["listen to 1"])
    world.pass(.milliseconds(1))
    #expect(world.take() == ["open 1 for 10: playback"])
  }

  @Test func `a voice counts as heard when its meter ends`() {
    var world = silentVoice()
    world.peak(1, nil)
    world.pass(.milliseconds(500))
    #expect(world.take() == ["listen to 1", "open 1 for 10: playback"])
  }

  @Test func `a voice that is heard stays so when its meter ends, and lingers when it ends itself`()
  {
    var world = silentConversation()
    world.peak(1, ListeningTests.speech)
    _ = world.take()
    world.peak(1, nil)
    #expect(world.take() == [])
    world.remove(1)
    world.pass(.milliseconds(999))
    #expect(world.take() == ["report 7 playing false"])
    world.pass(.milliseconds(1))
    #expect(world.take() == ["close 7", "open 2 for 10: playAndRecord"])
  }

  @Test func `a new voice isn't kept waiting, since nothing would be heard of it`() {
    var world = world()
    world.play(2, pid: 20, role: "Voice", session: 8)
    world.peak(2, ListeningTests.speech)
    world.apply(5, [9: 0.2])
    _ = world.take()
    world.add(1, pid: 10, role: "Voice")
    world.show(1, 1)
    world.run(1)
    #expect(!world.take().contains("1 at 0.0"))
    #expect(world.enforcer.report.map(\.standing) == [.free, .free])
  }

  /// A program that captures and plays, with its session, of which nothing was heard yet.
  private func silentConversation() -> EnforcerWorld {
    var world = world()
    world.add(1, pid: 10, role: "Voice")
    world.show(1, 1)
    world.addInput(2, pid: 10)
    world.run(2)
    world.run(1)
    world.peak(1, 0)
    world.opened(1, as: 7)
    world.activated(7)
    return world
  }

  @Test func `a conversation stays a session while nothing is heard, and lowers nobody`() {
    var world = silentConversation()
    #expect(world.enforcer.report.map(\.rule) == ["talk", "talk"])
    #expect(world.configured == [.mixWithOthers])
    _ = world.take()
    world.peak(1, ListeningTests.speech)
    #expect(
      world.take() == ["configure 7: playAndRecord", "report 7 playing true"]
    )
    #expect(world.configured == [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
    // What it has interrupted goes on at the session's end.
    world.peak(1, 0)
    world.pass(.seconds(1))
    #expect(world.take() == ["close 7", "open 2 for 10: playAndRecord"])
    #expect(world.configured == [.mixWithOthers])
    world.opened(2, as: 8)
    world.activated(8)
    #expect(world.take().last == "report 8 playing false, recording true")
    world.pass(.seconds(60))
    #expect(world.take() == [])
  }

  @Test func `a conversation whose voices have streams of their own lingers between them`() {
    var world = silentConversation()
    world.peak(1, ListeningTests.speech)
    world.remove(1)
    _ = world.take()
    world.pass(.milliseconds(900))
    world.add(3, pid: 10, role: "Voice")
    world.run(3)
    world.peak(3, ListeningTests.speech)
    #expect(world.take() == ["listen to 3", "report 7 playing true"])
    world.remove(3)
    world.pass(.milliseconds(999))
    #expect(world.take() == ["report 7 playing false"])
    world.pass(.milliseconds(1))
    #expect(world.take() == ["close 7", "open 2 for 10: playAndRecord"])
    #expect(world.configured == [.mixWithOthers])
  }

  @Test func `a conversation that stops its stream in the middle of a word lingers`() {
    var world = silentConversation()
    world.peak(1, ListeningTests.speech)
    _ = world.take()
    world.idle(1)
    world.pass(.milliseconds(999))
    #expect(world.take() == ["report 7 playing false"])
    #expect(world.configured == [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
    world.pass(.milliseconds(1))
    #expect(world.take() == ["close 7", "open 2 for 10: playAndRecord"])
    #expect(world.configured == [.mixWithOthers])
  }

  @Test func `a program that begins to converse: lowers others from its first word on, not before`()
  {
    var world = world()
    world.play(1, pid: 10, role: "Music", session: 7)
    world.addInput(2, pid: 10)
    world.run(2)
    #expect(
      world.take() == [
        "listen to 1", "configure 7: playAndRecord", "report 7 playing false",
        "report 7 recording true",
      ]
    )
    #expect(world.configured == [.mixWithOthers])
    world.peak(1, ListeningTests.speech)
    #expect(world.configured == [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
    // The page releases the microphone.
    _ = world.take()
    world.idle(2)
    #expect(
      world.take() == ["leave 1", "configure 7: playback", "report 7 recording false"]
    )
  }

  @Test func `nobody is listened to without a daemon`() {
    var world = silentVoice()
    world.speak(1, session: 7)
    world.tell(.daemon(.lost))
    #expect(world.take().contains("leave 1"))
    world.peak(1, 0)
    world.pass(.seconds(10))
    #expect(world.enforcer.deadline == nil)
    world.connect()
    #expect(world.take() == ["listen to 1"])
  }

  @Test func `a voice that stops and starts again: has no session until it is heard again`() {
    var world = silentVoice()
    world.speak(1, session: 7)
    world.idle(1)
    world.pass(.seconds(1))
    #expect(world.take() == ["report 7 playing false", "close 7"])
    world.run(1)
    #expect(world.take() == [])
    world.peak(1, ListeningTests.speech)
    #expect(world.take() == ["open 2 for 10: playback"])
  }
}

extension EnforcerWorld {
  /// The stream's first word, with its session, of which nothing is to be said.
  fileprivate mutating func speak(_ stream: UInt32, session: UInt64) {
    peak(stream, 0.1)
    opened(enforcer.lastOpening, as: session)
    activated(session)
    _ = take()
  }

  /// The options of the session that was configured last.
  fileprivate var configured: CategoryOptions? {
    enforcer.programs.values.first { $0.key.rule == "talk" }?.configuration?.options
  }
}
