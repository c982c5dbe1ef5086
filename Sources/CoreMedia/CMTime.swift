/// The number of units of a time.
///
/// Source: Apple, `CMTimeValue`.
public typealias CMTimeValue = Int64

/// The number of units in a second.
///
/// Source: Apple, `CMTimeScale`.
public typealias CMTimeScale = Int32

/// Tells apart times that lie in different rounds of a loop.
///
/// Source: Apple, `CMTimeEpoch`.
public typealias CMTimeEpoch = Int64

/// What kind of time it is.
///
/// Source: Apple, `CMTimeFlags`.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// The bit mask, as Apple defines it.
  public let rawValue: UInt32

  /// Creates a set from a bit mask.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// It is a time at all; nothing else counts without it.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// It isn't exactly what it was computed from.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// Later than every number.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// Earlier than every number.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// Unknown, as the length of a live stream.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// Those by which the value and the timescale have no meaning.
  public static let impliedValueFlagsMask: CMTimeFlags = [
    .positiveInfinity, .negativeInfinity, .indefinite,
  ]
}

/// A time as a fraction: the value divided by the timescale is its seconds.
///
/// Apart from numbers it may be infinite, indefinite or invalid. Numbers that are equal as fractions
/// are equal, whatever their timescales. Source: Apple, `CMTime`.
public struct CMTime: Sendable {
  /// The number of units.
  public var value: CMTimeValue
  /// The number of units in a second.
  public var timescale: CMTimeScale
  /// What kind of time it is.
  public var flags: CMTimeFlags
  /// The round of a loop; 0 outside of loops.
  public var epoch: CMTimeEpoch

  /// Creates a time from its parts.
  ///
  /// - Parameters:
  ///   - value: The number of units.
  ///   - timescale: The number of units in a second.
  ///   - flags: What kind of time it is.
  ///   - epoch: The round of a loop.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Creates the invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates a number.
  ///
  /// - Parameters:
  ///   - value: The number of units.
  ///   - timescale: The number of units in a second, above 0.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
  }

  /// Creates a number of seconds, rounded to the nearest unit.
  ///
  /// If the value would be too large, the timescale is halved until it isn't; where that doesn't help
  /// the time is infinite.
  ///
  /// - Parameters:
  ///   - seconds: The seconds; not a number is invalid.
  ///   - preferredTimescale: The number of units in a second; the time is invalid below 1.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self.init()
    guard preferredTimescale > 0, !seconds.isNaN else { return }
    var scale = preferredTimescale
    while scale > 1, abs(seconds * Double(scale)) >= 0x1p63 { scale /= 2 }
    let exact = (seconds * Double(scale)).rounded(.toNearestOrAwayFromZero)
    guard let value = CMTimeValue(exactly: exact) else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    self.init(value: value, timescale: scale)
    if self.seconds != seconds { flags.insert(.hasBeenRounded) }
  }

  /// No time.
  public static let invalid = CMTime()
  /// An unknown time.
  public static let indefinite = CMTime(implied: .indefinite)
  /// Later than every number.
  public static let positiveInfinity = CMTime(implied: .positiveInfinity)
  /// Earlier than every number.
  public static let negativeInfinity = CMTime(implied: .negativeInfinity)
  /// 0 seconds.
  public static let zero = CMTime(value: 0, timescale: 1)

  private init(implied flag: CMTimeFlags) {
    self.init(value: 0, timescale: 0, flags: [.valid, flag], epoch: 0)
  }
}

/// What it is.
extension CMTime {
  /// Whether it is a time at all, be it an infinite or unknown one.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether it is later than every number.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether it is earlier than every number.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether it is unknown.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether it is a number.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
  /// Whether it is a number that isn't exactly what it was computed from.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// Its seconds; infinite for an infinite time, and not a number for an unknown or invalid one.
  public var seconds: Double {
    if isPositiveInfinity { return .infinity }
    if isNegativeInfinity { return -.infinity }
    return isNumeric ? Double(value) / Double(timescale) : .nan
  }

  /// Converts it to another timescale.
  ///
  /// - Parameters:
  ///   - newTimescale: The number of units in a second, above 0.
  ///   - method: How to round.
  /// - Returns: The time; the same one if it isn't a number.
  public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    let isFiner = newTimescale > timescale
    var time = CMTime(
      Int128(value) * Int128(newTimescale),
      Int128(timescale),
      in: newTimescale,
      method == .quickTime ? (isFiner ? .roundAwayFromZero : .roundTowardZero) : method
    )
    if method == .quickTime, value < 0, time.value == 0 { time.value = -1 }
    time.epoch = epoch
    if hasBeenRounded { time.flags.insert(.hasBeenRounded) }
    return time
  }

  /// A number of units that is a fraction.
  init(_ dividend: Int128, _ divisor: Int128, in scale: CMTimeScale, _ method: CMTimeRoundingMethod)
  {
    let (quotient, remainder) = method.divide(dividend, by: divisor)
    guard let value = CMTimeValue(exactly: quotient) else {
      self = quotient < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    self.init(value: value, timescale: scale)
    if remainder != 0 { flags.insert(.hasBeenRounded) }
  }
}

/// How a time is rounded to whole units.
///
/// Source: Apple, `CMTimeRoundingMethod`.
public enum CMTimeRoundingMethod: UInt32, CaseIterable, Sendable {
  /// To the nearest, from the middle away from 0.
  case roundHalfAwayFromZero = 1
  /// Towards 0.
  case roundTowardZero = 2
  /// Away from 0.
  case roundAwayFromZero = 3
  /// Towards 0 in a coarser timescale and away from it in a finer one; what is negative never
  /// becomes 0.
  case quickTime = 4
  /// Upwards.
  case roundTowardPositiveInfinity = 5
  /// Downwards.
  case roundTowardNegativeInfinity = 6

  /// The one that arithmetic uses.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero

  fileprivate func divide(_ dividend: Int128, by divisor: Int128) -> (Int128, remainder: Int128) {
    let isPositive = divisor > 0
    let (dividend, divisor) = isPositive ? (dividend, divisor) : (-dividend, -divisor)
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard remainder != 0 else { return (quotient, 0) }
    let sign: Int128 = dividend < 0 ? -1 : 1
    let isAway =
      switch self {
      case .roundHalfAwayFromZero: remainder.magnitude * 2 >= divisor.magnitude
      case .roundTowardZero, .quickTime: false
      case .roundAwayFromZero: true
      case .roundTowardPositiveInfinity: sign > 0
      case .roundTowardNegativeInfinity: sign < 0
      }
    return (isAway ? quotient + sign : quotient, remainder)
  }
}
