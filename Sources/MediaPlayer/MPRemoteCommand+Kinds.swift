public import Foundation
import Synchronization

// Unchecked, as is said of the class above it: what it adds is guarded.
/// A command to skip forward or backward by an interval.
///
/// Source: Apple, `MPSkipIntervalCommand`.
public final class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
  private let intervals = Mutex<[Double]>([10])

  /// The intervals that the program offers, in seconds; 10 by default.
  public var preferredIntervals: [NSNumber] {
    get { intervals.withLock { $0 }.map(NSNumber.init(value:)) }
    set {
      let seconds = newValue.map(\.doubleValue)
      intervals.withLock { $0 = seconds }
    }
  }
}

// Unchecked, as is said of the class above it: it adds nothing.
/// A command to change the position in the item.
///
/// Source: Apple, `MPChangePlaybackPositionCommand`.
public final class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

// Unchecked, as is said of the class above it: what it adds is guarded.
/// A command to play faster or slower.
///
/// Source: Apple, `MPChangePlaybackRateCommand`.
public final class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
  private let rates = Mutex<[Double]>([])

  /// The rates that the program can play at, 1 as usual; the least and the greatest are the limits.
  public var supportedPlaybackRates: [NSNumber] {
    get { rates.withLock { $0 }.map(NSNumber.init(value:)) }
    set {
      let numbers = newValue.map(\.doubleValue)
      rates.withLock { $0 = numbers }
      PlayerServer.shared.update()
    }
  }
}

// Unchecked, as is said of the class above it: what it adds is guarded.
/// A command to repeat an item, all of them, or nothing.
///
/// Source: Apple, `MPChangeRepeatModeCommand`.
public final class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
  private let type = Mutex(MPRepeatType.off)

  /// What the program repeats.
  public var currentRepeatType: MPRepeatType {
    get { type.withLock { $0 } }
    set {
      type.withLock { $0 = newValue }
      PlayerServer.shared.update()
    }
  }
}

// Unchecked, as is said of the class above it: what it adds is guarded.
/// A command to play in another order.
///
/// Source: Apple, `MPChangeShuffleModeCommand`.
public final class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
  private let type = Mutex(MPShuffleType.off)

  /// The order in which the program plays.
  public var currentShuffleType: MPShuffleType {
    get { type.withLock { $0 } }
    set {
      type.withLock { $0 = newValue }
      PlayerServer.shared.update()
    }
  }
}

// Unchecked, as is said of the class above it: what it adds is guarded.
/// A command to like, to dislike or to bookmark the item, which nobody on Linux gives.
///
/// Source: Apple, `MPFeedbackCommand`.
public final class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
  private struct Appearance: Sendable {
    var isActive = false
    var title = ""
    var shortTitle = ""
  }

  private let appearance = Mutex(Appearance())

  /// Whether the user has given it for the item.
  public var isActive: Bool {
    get { appearance.withLock { $0.isActive } }
    set { appearance.withLock { $0.isActive = newValue } }
  }

  /// What it is called.
  public var localizedTitle: String {
    get { appearance.withLock { $0.title } }
    set { appearance.withLock { $0.title = newValue } }
  }

  /// What it is called where there is little room.
  public var localizedShortTitle: String {
    get { appearance.withLock { $0.shortTitle } }
    set { appearance.withLock { $0.shortTitle = newValue } }
  }
}

// Unchecked, as is said of the class above it: what it adds is guarded.
/// A command to rate the item, which nobody on Linux gives.
///
/// Source: Apple, `MPRatingCommand`.
public final class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
  private let range = Mutex<(minimum: Float, maximum: Float)>((0, 1))

  /// The lowest rating; 0 by default.
  public var minimumRating: Float {
    get { range.withLock { $0.minimum } }
    set { range.withLock { $0.minimum = newValue } }
  }

  /// The highest rating; 1 by default.
  public var maximumRating: Float {
    get { range.withLock { $0.maximum } }
    set { range.withLock { $0.maximum = newValue } }
  }
}

/// What a player repeats.
///
/// Source: Apple, `MPRepeatType`.
public enum MPRepeatType: Int, CaseIterable, Sendable {
  /// Nothing.
  case off = 0
  /// The item.
  case one = 1
  /// All items.
  case all = 2
}

/// The order in which a player plays.
///
/// Source: Apple, `MPShuffleType`.
public enum MPShuffleType: Int, CaseIterable, Sendable {
  /// As the items stand.
  case off = 0
  /// Items in any order.
  case items = 1
  /// Albums and lists in any order, each as it stands.
  case collections = 2
}
