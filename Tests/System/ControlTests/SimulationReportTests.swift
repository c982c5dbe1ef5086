import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import audiosessionctl
@testable import ControlCore

struct SimulationReportTests {
  @Test func `a simulated activation: each of its effects is described in a sentence`() throws {
    var rules = RuleSet()
    rules.insert(.R12)
    rules.insert(.R59)
    var imagined = SessionObject(session: 1, uid: 0, kind: "exclusive")
    imagined.state = .active
    let result = SimulationResult(
      reply: SimulatedReply(.success(imagined)),
      notifications: [
        told(0, SessionDidBecomeActive(session: 1)),
        told(7, SessionInterruption(session: 7, .began(.default, by: nil))),
        told(9, SessionInterruption(session: 9, .began(.builtInMicMuted, by: nil))),
        told(0, SessionDucking(session: 1, gain: 0.2, duckedBy: [9], rampMilliseconds: 0)),
        told(9, SessionDucking(session: 9, gain: 0.0178, duckedBy: [0], rampMilliseconds: 300)),
        told(9, SessionDucking(session: 9, gain: 1, duckedBy: [], rampMilliseconds: 300)),
        told(0, SessionDucking(session: 1, gain: 0, duckedBy: [], rampMilliseconds: 0)),
        told(7, SessionInterruption(session: 7, .ended(shouldResume: true))),
        told(7, SessionResumptionRecommendation(session: 7, recommendation: .shouldResume)),
        told(9, SessionInterruption(session: 9, .ended(shouldResume: false))),
        told(11, SessionResumptionRecommendation(session: 11, recommendation: .shouldResume)),
        told(12, SessionResumptionRecommendation(session: 12, recommendation: .shouldNotResume)),
        told(9, SessionSilenceSecondaryAudioHint(session: 9, isSilenced: true)),
        told(9, SessionSilenceSecondaryAudioHint(session: 9, isSilenced: false)),
        told(9, SessionClosed(session: 9, reason: .evicted)),
      ],
      rules: rules,
      cells: ["exclusive.exclusive", "exclusive.ducking"]
    )
    #expect(
      try lines(0, .activate, result) == """
        The activation of the new session would be granted: active.
        mpd (session 7) would be interrupted.
        ナビ (session 9) would be interrupted (builtInMicMuted).
        The new session would be lowered to -14 dB by ナビ (session 9).
        ナビ (session 9) would be lowered to -35 dB by the new session.
        ナビ (session 9) would no longer be lowered.
        The new session would be silenced (R62).
        mpd (session 7) would no longer be interrupted, and should resume.
        ナビ (session 9) would no longer be interrupted, and should not resume.
        session 11 would be invited to resume.
        session 12 would be told not to resume.
        ナビ (session 9) would be asked to silence secondary audio.
        ナビ (session 9) would no longer be asked to silence secondary audio.
        ナビ (session 9) would be sent session.closed.
        [R12 R59 exclusive.exclusive R59 exclusive.ducking]
        """
    )
  }

  @Test func `a refusal, and a silence`() throws {
    let refusal = RPCRefusal(.insufficientPriority, rule: .R10, by: nil)
    let refused = SimulationResult(
      reply: SimulatedReply(.failure(.refused(refusal))),
      notifications: [],
      rules: RuleSet(),
      cells: []
    )
    #expect(
      try lines(7, .deactivate, refused, .coloured) == """
        The deactivation of mpd (session 7) would be <31>refused</>: The sound or the microphone \
        is held by a session of higher priority; the session is notified when it may play \
        (insufficientPriority '!pri' R10).
        No other session would be affected.
        """
    )
  }

  private func told(_ session: UInt64, _ notification: some Notification) -> SimulatedNotification {
    SimulatedNotification(to: session, notification, epoch: Canned.epoch, seq: 1208)
  }

  private func lines(
    _ session: UInt64,
    _ action: PolicySimulate.Action,
    _ result: SimulationResult,
    _ presentation: Presentation = .plain
  ) throws -> String {
    let reply = try #require(Sent<SimulationResult>(try json(result)))
    let report = SimulationReport(session, action, reply, [Canned.music, Canned.navigator])
    return readable(report.lines(presentation))
  }
}
