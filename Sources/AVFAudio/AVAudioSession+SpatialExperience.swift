/// A way of presenting sound in space; stored without effect on Linux.
///
/// Source: Apple, `AVAudioSessionSpatialExperience`, of visionOS.
public protocol AVAudioSessionSpatialExperience: Sendable {}

/// The intended spatial experience, which is stored without effect.
extension AVAudioSession {
  /// No effect on Linux: the intended spatial experience.
  ///
  /// Head-tracked with automatic size and anchor, until another is set.
  public var intendedSpatialExperience: any AVAudioSessionSpatialExperience {
    hardware.intendedSpatialExperience
  }

  /// No effect on Linux: stores an intended spatial experience.
  ///
  /// - Parameter spatialExperience: The experience.
  /// - Throws: Never.
  public func setIntendedSpatialExperience(
    _ spatialExperience: any AVAudioSessionSpatialExperience
  ) throws {
    change { $0.intendedSpatialExperience = spatialExperience }
  }

  /// Sound of a size at a place, which stays where it is when the head turns.
  ///
  /// Source: Apple, `AVAudioSession.HeadTrackedSpatialExperience`.
  public struct HeadTrackedSpatialExperience: AVAudioSessionSpatialExperience, Equatable {
    /// The perceived size of the sound.
    public let soundStageSize: SoundStageSize
    /// The place of the sound.
    public let anchoringStrategy: AnchoringStrategy
  }

  /// Sound of a size, which turns with the head.
  ///
  /// Source: Apple, `AVAudioSession.FixedSpatialExperience`.
  public struct FixedSpatialExperience: AVAudioSessionSpatialExperience, Equatable {
    /// The perceived size of the sound.
    public let soundStageSize: SoundStageSize
  }

  /// Sound as the program made it.
  ///
  /// Source: Apple, `AVAudioSession.BypassedSpatialExperience`.
  public struct BypassedSpatialExperience: AVAudioSessionSpatialExperience, Equatable {}

  /// The place of head-tracked sound.
  ///
  /// Source: Apple, `AVAudioSession.AnchoringStrategy`.
  public enum AnchoringStrategy: Equatable, Sendable {
    /// As the system chooses.
    case automatic
    /// A scene of the program; Linux knows no scenes.
    case scene(identifier: String)
    /// In front of the person.
    case front
  }

  /// The perceived size of sound.
  ///
  /// Source: Apple, `AVAudioSession.SoundStageSize`.
  public enum SoundStageSize: Int, CaseIterable, Sendable {
    /// As the system chooses.
    case automatic = 0
    /// Small.
    case small = 1
    /// Medium.
    case medium = 2
    /// Large.
    case large = 3
  }
}

extension AVAudioSessionSpatialExperience
where Self == AVAudioSession.HeadTrackedSpatialExperience {
  /// Returns an experience of sound that stays where it is when the head turns.
  ///
  /// - Parameters:
  ///   - soundStageSize: The perceived size of the sound.
  ///   - anchoringStrategy: The place of the sound.
  /// - Returns: The experience.
  public static func headTracked(
    soundStageSize: AVAudioSession.SoundStageSize,
    anchoringStrategy: AVAudioSession.AnchoringStrategy
  ) -> Self {
    Self(soundStageSize: soundStageSize, anchoringStrategy: anchoringStrategy)
  }
}

extension AVAudioSessionSpatialExperience where Self == AVAudioSession.FixedSpatialExperience {
  /// Returns an experience of sound that turns with the head.
  ///
  /// - Parameter soundStageSize: The perceived size of the sound.
  /// - Returns: The experience.
  public static func fixed(soundStageSize: AVAudioSession.SoundStageSize) -> Self {
    Self(soundStageSize: soundStageSize)
  }
}

extension AVAudioSessionSpatialExperience where Self == AVAudioSession.BypassedSpatialExperience {
  /// The experience of sound as the program made it.
  public static var bypassed: Self { Self() }
}
