import AudioSessionTypes
public import Foundation

/// What the notifications of a session's becoming inactive, and of resumption, carry.
extension AVAudioSession {
  /// Who made an active session inactive.
  ///
  /// Source: Apple, `AVAudioSession.DeactivationSource`.
  public enum DeactivationSource: UInt, CaseIterable, Sendable {
    /// Its own program.
    case app = 1
    /// The daemon.
    case system = 2

    init(_ source: AudioSessionTypes.DeactivationSource) {
      switch source {
      case .app: self = .app
      case .system: self = .system
      }
    }
  }

  /// Whether a program should take up its sound again (R24, R34).
  ///
  /// Source: Apple, `AVAudioSession.ResumptionRecommendation`.
  public enum ResumptionRecommendation: UInt, CaseIterable, Sendable {
    /// It should wait for its user.
    case shouldNotResume = 0
    /// It was playing, and who silenced it has left.
    case shouldResume = 1

    init(_ recommendation: AudioSessionTypes.ResumptionRecommendation) {
      switch recommendation {
      case .shouldResume: self = .shouldResume
      case .shouldNotResume: self = .shouldNotResume
      }
    }
  }

  /// Why another interrupted the session.
  ///
  /// Source: Apple, `AVAudioSession.InterruptionContext`.
  public final class InterruptionContext: NSObject, Sendable {
    /// Why it began.
    public let reason: InterruptionReason

    init(reason: InterruptionReason) { self.reason = reason }
  }

  /// Who made the session inactive, and why.
  ///
  /// Source: Apple, `AVAudioSession.DeactivationContext`.
  public final class DeactivationContext: NSObject, Sendable {
    /// The program itself, or the daemon.
    public let source: DeactivationSource
    /// What interrupted the session, nil if nothing did.
    public let interruptionContext: InterruptionContext?

    init(source: DeactivationSource, reason: InterruptionReason?) {
      self.source = source
      interruptionContext = reason.map(InterruptionContext.init)
    }
  }

  /// What is recommended after an interruption or a refusal.
  ///
  /// Source: Apple, `AVAudioSession.ResumptionContext`.
  public final class ResumptionContext: NSObject, Sendable {
    /// Whether the program should take up its sound again.
    public let recommendation: ResumptionRecommendation

    init(recommendation: ResumptionRecommendation) { self.recommendation = recommendation }
  }
}
