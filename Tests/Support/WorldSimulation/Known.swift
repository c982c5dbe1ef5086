import AudioSessionTypes
import AudioSessionWire

/// A state in which a client's session may be, as far as the client alone changes it.
///
/// As long as every answer arrives there is one. A request whose answer is lost may have been
/// carried out or not, so that there are more, until an answer decides between them.
struct Known: Hashable {
  /// The session's number; nil while none is open.
  var number: UInt64?
  var wish = Wish.initial
  var isInForeground = true
  /// Between which times the lease ends, in nanoseconds; nil: it is none.
  var end: ClosedRange<Int64>?

  static let none = Known()
  /// The number of a lease that an answer told that was lost.
  static let untold = UInt64.max
  /// The time for which a lease is opened and renewed, in seconds.
  static let leaseSeconds: Int64 = 20

  /// The states after a request that was granted.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - number: The session that the answer is about; nil if it was lost.
  ///   - times: Between which times the request was carried out, in nanoseconds.
  /// - Returns: The states; none if it can't have been granted.
  func after(
    _ request: ClientRequest,
    of number: UInt64?,
    _ times: ClosedRange<Int64>
  ) -> [Known] {
    let isLease = request.slot == OperationGenerator.slots - 1
    let life = Known.leaseSeconds * 1_000_000_000
    let end = isLease ? times.lowerBound + life...times.upperBound + life : nil
    if case .open(_, let wish) = request {
      let new = Known(number: number ?? Known.untold, wish: wish, end: end)
      var old = self
      (old.end, old.wish) = (end, wish == .initial ? self.wish : wish)
      old.number = number ?? self.number
      let isOld = number == nil || number == self.number || self.number == Known.untold
      let goesOn = self.number != nil && isLease && isOld ? [old] : []
      return goesOn + (mayBeGone(by: times.upperBound) ? [new] : [])
    }
    guard self.number != nil else { return [] }
    var known = self
    switch request {
    case .configure(_, let wish): known.wish = wish
    case .show(_, let isInForeground): known.isInForeground = isInForeground
    case .renew: known.end = end
    case .close: known = .none
    case .open, .activate, .deactivate, .report, .get: break
    }
    return [known]
  }

  /// Whether no session may be open at a time.
  func mayBeGone(by time: Int64) -> Bool {
    number == nil || end.map { $0.lowerBound <= time } ?? false
  }

  /// Whether the session may be the one that an answer shows, between two times.
  func fits(_ object: SessionObject, _ times: ClosedRange<Int64>) -> Bool {
    guard number == object.session || number == Known.untold,
      wish.fits(object),
      isInForeground == object.foreground, (end == nil) == (object.lease == nil)
    else { return false }
    guard let end, let lease = object.lease else { return true }
    let left = Int64(lease.remainingSeconds * 1e9)
    let slack: Int64 = 1_000_000
    return end.overlaps(times.lowerBound + left - slack...times.upperBound + left + slack)
  }
}

extension Wish {
  /// Whether a session has this configuration.
  fileprivate func fits(_ object: SessionObject) -> Bool {
    let mixes = object.options.contains(.mixWithOthers) && !object.options.contains(.duckOthers)
    return category == object.category && priority == object.priority
      && mode == object.mode.rawValue
      && (self == .ducking) == object.options.contains(.duckOthers)
      && (category != .playback || (self == .mixing) == mixes)
  }
}
