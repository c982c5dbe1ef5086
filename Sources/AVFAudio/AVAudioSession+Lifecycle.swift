import AudioSessionTypes
public import Foundation

/// The values in notifications about deactivation and resumption.
extension AVAudioSession {
  /// The origin of a deactivation.
  ///
  /// Source: Apple, `AVAudioSession.DeactivationSource`.
  public enum DeactivationSource: Int, CaseIterable, Sendable {
    /// The program itself.
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

  /// A recommendation whether to resume playing (R24, R34).
  ///
  /// Source: Apple, `AVAudioSession.ResumptionRecommendation`.
  public enum ResumptionRecommendation: Int, CaseIterable, Sendable {
    /// Wait for the user.
    case shouldNotResume = 0
    /// Resume: the session was playing, and the interruption is over.
    case shouldResume = 1

    init(_ recommendation: AudioSessionTypes.ResumptionRecommendation) {
      switch recommendation {
      case .shouldResume: self = .shouldResume
      case .shouldNotResume: self = .shouldNotResume
      }
    }
  }

  /// Details of an interruption.
  ///
  /// Source: Apple, `AVAudioSession.InterruptionContext`.
  public final class InterruptionContext: NSObject, Sendable {
    /// The reason for the interruption.
    public let reason: InterruptionReason

    /// Creates the details, for a program's own tests; an addition to Apple's interface.
    ///
    /// - Parameter reason: The reason for the interruption.
    public init(reason: InterruptionReason) { self.reason = reason }

    /// The reason, in words.
    public override var description: String {
      AVAudioSession.description(of: self, ["reason = \(reason)"])
    }
  }

  /// Details of a deactivation.
  ///
  /// Source: Apple, `AVAudioSession.DeactivationContext`.
  public final class DeactivationContext: NSObject, Sendable {
    /// The origin of the deactivation.
    public let source: DeactivationSource
    /// Details of the interruption; nil if the session wasn't interrupted.
    public let interruptionContext: InterruptionContext?

    /// Creates the details, for a program's own tests; an addition to Apple's interface.
    ///
    /// - Parameters:
    ///   - source: The origin of the deactivation.
    ///   - interruptionContext: Details of the interruption, if there was one.
    public init(source: DeactivationSource, interruptionContext: InterruptionContext? = nil) {
      self.source = source
      self.interruptionContext = interruptionContext
    }

    /// The origin, and the reason of an interruption, in words.
    public override var description: String {
      let reason = interruptionContext.map { "reason = \($0.reason)" }
      return AVAudioSession.description(
        of: self,
        ["source = \(source)"] + [reason].compactMap { $0 }
      )
    }
  }

  /// Details of a recommendation after an interruption or a refusal.
  ///
  /// Source: Apple, `AVAudioSession.ResumptionContext`.
  public final class ResumptionContext: NSObject, Sendable {
    /// Whether to resume playing.
    public let recommendation: ResumptionRecommendation

    /// Creates the details, for a program's own tests; an addition to Apple's interface.
    ///
    /// - Parameter recommendation: Whether to resume playing.
    public init(recommendation: ResumptionRecommendation) { self.recommendation = recommendation }

    /// The recommendation, in words.
    public override var description: String {
      AVAudioSession.description(of: self, ["recommendation = \(recommendation)"])
    }
  }
}

/// Options for ``AVAudioSession/deactivate(options:completionHandler:)``, by their other name.
///
/// Source: Apple, `AVAudioSessionDeactivationOptions`.
public typealias AVAudioSessionDeactivationOptions = AVAudioSession.DeactivationOptions
