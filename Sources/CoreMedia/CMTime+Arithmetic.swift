extension CMTime: Comparable, Hashable {
  /// Whether one is earlier: from negative infinity over numbers and infinity to unknown and invalid
  /// times.
  public static func < (one: CMTime, other: CMTime) -> Bool { one.order(to: other) < 0 }

  /// Whether they are the same time, in whichever timescale.
  public static func == (one: CMTime, other: CMTime) -> Bool { one.order(to: other) == 0 }

  /// The same for times that are equal.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard isNumeric else { return }
    let divisor = Int128(value).greatestDivisor(with: Int128(timescale))
    hasher.combine(epoch)
    hasher.combine(Int128(value) / divisor)
    hasher.combine(Int128(timescale) / divisor)
  }

  private var rank: Int {
    if !isValid { return 4 }
    if isIndefinite { return 3 }
    if isPositiveInfinity { return 2 }
    return isNegativeInfinity ? 0 : 1
  }

  /// -1 if it comes before the other, 1 if it comes after it, otherwise 0.
  fileprivate func order(to other: CMTime) -> Int32 {
    func order<Value: Comparable>(_ one: Value, _ other: Value) -> Int32 {
      one < other ? -1 : one > other ? 1 : 0
    }
    guard isNumeric, other.isNumeric else { return order(rank, other.rank) }
    guard epoch == other.epoch else { return order(epoch, other.epoch) }
    return order(
      Int128(value) * Int128(other.timescale),
      Int128(other.value) * Int128(timescale)
    )
  }
}

/// Arithmetic, rounded to the nearest unit where that has to be; what becomes too large is infinite.
///
/// With an invalid time the result is invalid, with an unknown one it is unknown.
extension CMTime {
  /// Adds two times, in the least timescale that holds both exactly, if there is one.
  public static func + (one: CMTime, other: CMTime) -> CMTime {
    guard one.isNumeric, other.isNumeric else { return one.implied(with: other) }
    let scales = (Int128(one.timescale), Int128(other.timescale))
    let sum = Int128(one.value) * scales.1 + Int128(other.value) * scales.0
    let common = scales.0 / scales.0.greatestDivisor(with: scales.1) * scales.1
    let scale = CMTimeScale(exactly: common) ?? .max
    return one.result(sum * Int128(scale), scales.0 * scales.1, in: scale, other)
  }

  /// Subtracts a time, in the least timescale that holds both exactly, if there is one.
  public static func - (one: CMTime, other: CMTime) -> CMTime { one + other.negated }

  fileprivate func multiplied(by factor: Double) -> CMTime {
    guard isNumeric else { return factor < 0 ? negated : self }
    var product = CMTime(seconds: seconds * factor, preferredTimescale: timescale)
    product.epoch = epoch
    return product
  }

  fileprivate func multiplied(by factor: Int32, over divisor: Int32) -> CMTime {
    guard isNumeric, divisor != 0 else {
      return divisor == 0 ? .invalid : (factor < 0) != (divisor < 0) ? negated : self
    }
    return result(Int128(value) * Int128(factor), Int128(divisor), in: timescale, self)
  }

  fileprivate var negated: CMTime {
    guard isNumeric else {
      return isPositiveInfinity ? .negativeInfinity : isNegativeInfinity ? .positiveInfinity : self
    }
    return result(-Int128(value), 1, in: timescale, self)
  }

  /// What is computed from this and another one.
  private func result(
    _ dividend: Int128,
    _ divisor: Int128,
    in scale: CMTimeScale,
    _ other: CMTime
  ) -> CMTime {
    var time = CMTime(dividend, divisor, in: scale, .default)
    if time.isNumeric {
      time.epoch = max(epoch, other.epoch)
      if hasBeenRounded || other.hasBeenRounded { time.flags.insert(.hasBeenRounded) }
    }
    return time
  }

  /// The sum of two times, one of which isn't a number.
  private func implied(with other: CMTime) -> CMTime {
    guard isValid, other.isValid else { return .invalid }
    if isIndefinite || other.isIndefinite { return .indefinite }
    guard !isNumeric else { return other }
    return other.isNumeric || other == self ? self : .invalid
  }
}

extension Int128 {
  /// The greatest common divisor, above 0 unless both are 0.
  fileprivate func greatestDivisor(with other: Int128) -> Int128 {
    var (one, other) = (Int128(magnitude), Int128(other.magnitude))
    while other != 0 { (one, other) = (other, one % other) }
    return one
  }
}

// The same by the names of Apple's functions.

/// Creates a number of `value` units, of which a second has `timescale`.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// Creates a number of seconds, as ``CMTime/init(seconds:preferredTimescale:)``.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The seconds of a time, as ``CMTime/seconds``.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// Converts a time to another timescale, as ``CMTime/convertScale(_:method:)``.
public func CMTimeConvertScale(
  _ time: CMTime,
  timescale newTimescale: Int32,
  method: CMTimeRoundingMethod
) -> CMTime {
  time.convertScale(newTimescale, method: method)
}

/// Adds two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// Subtracts the second time from the first.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// Multiplies a time.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  time.multiplied(by: multiplier, over: 1)
}

/// Multiplies a time, in its timescale.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
  time.multiplied(by: multiplier)
}

/// Multiplies a time and divides it, in its timescale.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.multiplied(by: multiplier, over: divisor)
}

/// -1 if the first time is the earlier one, 1 if it is the later one, 0 if they are equal.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.order(to: time2) }

/// The earlier one of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { min(time1, time2) }

/// The later one of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { max(time1, time2) }

/// A time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  time < .zero ? time.negated : time
}

/// Whether it is a time at all, as ``CMTime/isValid``.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// Whether it is no time.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Whether it is a number, as ``CMTime/isNumeric``.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// Whether it is unknown, as ``CMTime/isIndefinite``.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
