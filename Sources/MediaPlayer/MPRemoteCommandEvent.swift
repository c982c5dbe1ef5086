public import Foundation

// Unchecked, since it has subclasses: nothing in it or in them changes.
/// A command that was given.
///
/// Source: Apple, `MPRemoteCommandEvent`.
public class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
  /// The command.
  public let command: MPRemoteCommand
  /// When it came, in seconds that the machine has been awake.
  public let timestamp: TimeInterval

  init(_ command: MPRemoteCommand) {
    self.command = command
    timestamp = ProcessInfo.processInfo.systemUptime
  }
}

// Unchecked, as is said of the class above it: nothing changes.
/// A command to change the position.
///
/// Source: Apple, `MPChangePlaybackPositionCommandEvent`.
public final class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// Where to play on, in seconds from the beginning.
  public let positionTime: TimeInterval

  init(_ command: MPRemoteCommand, to positionTime: TimeInterval) {
    self.positionTime = positionTime
    super.init(command)
  }
}

// Unchecked, as is said of the class above it: nothing changes.
/// A command to skip.
///
/// Source: Apple, `MPSkipIntervalCommandEvent`.
public final class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// How far, in seconds, more than 0 in either direction.
  public let interval: TimeInterval

  init(_ command: MPRemoteCommand, by interval: TimeInterval) {
    self.interval = interval
    super.init(command)
  }
}

// Unchecked, as is said of the class above it: nothing changes.
/// A command to play faster or slower.
///
/// Source: Apple, `MPChangePlaybackRateCommandEvent`.
public final class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The rate, 1 as usual.
  public let playbackRate: Float

  init(_ command: MPRemoteCommand, to playbackRate: Float) {
    self.playbackRate = playbackRate
    super.init(command)
  }
}

// Unchecked, as is said of the class above it: nothing changes.
/// A command to repeat.
///
/// Source: Apple, `MPChangeRepeatModeCommandEvent`.
public final class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// What to repeat.
  public let repeatType: MPRepeatType
  /// Whether that is to be kept for the next start; always true here.
  public var preservesRepeatMode: Bool { true }

  init(_ command: MPRemoteCommand, to repeatType: MPRepeatType) {
    self.repeatType = repeatType
    super.init(command)
  }
}

// Unchecked, as is said of the class above it: nothing changes.
/// A command to play in another order.
///
/// Source: Apple, `MPChangeShuffleModeCommandEvent`.
public final class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The order.
  public let shuffleType: MPShuffleType
  /// Whether that is to be kept for the next start; always true here.
  public var preservesShuffleMode: Bool { true }

  init(_ command: MPRemoteCommand, to shuffleType: MPShuffleType) {
    self.shuffleType = shuffleType
    super.init(command)
  }
}

// Unchecked, as is said of the class above it: nothing changes.
/// A command to begin or to end seeking, which nobody on Linux gives.
///
/// Source: Apple, `MPSeekCommandEvent`.
public final class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// Whether it begins or ends.
  public let type: MPSeekCommandEventType

  /// Creates one for a program's own tests; an addition to Apple's interface.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - type: Whether it begins or ends.
  public init(_ command: MPRemoteCommand, type: MPSeekCommandEventType) {
    self.type = type
    super.init(command)
  }
}

/// Whether seeking begins or ends.
///
/// Source: Apple, `MPSeekCommandEventType`.
public enum MPSeekCommandEventType: UInt, CaseIterable, Sendable {
  /// It begins.
  case beginSeeking = 0
  /// It ends.
  case endSeeking = 1
}

// Unchecked, as is said of the class above it: nothing changes.
/// A command to rate the item, which nobody on Linux gives.
///
/// Source: Apple, `MPRatingCommandEvent`.
public final class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The rating.
  public let rating: Float

  /// Creates one for a program's own tests; an addition to Apple's interface.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - rating: The rating.
  public init(_ command: MPRemoteCommand, rating: Float) {
    self.rating = rating
    super.init(command)
  }
}

// Unchecked, as is said of the class above it: nothing changes.
/// A command to like, dislike or bookmark the item, which nobody on Linux gives.
///
/// Source: Apple, `MPFeedbackCommandEvent`.
public final class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// Whether it takes back what was said.
  public let isNegative: Bool

  /// Creates one for a program's own tests; an addition to Apple's interface.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - isNegative: Whether it takes back what was said.
  public init(_ command: MPRemoteCommand, isNegative: Bool) {
    self.isNegative = isNegative
    super.init(command)
  }
}
