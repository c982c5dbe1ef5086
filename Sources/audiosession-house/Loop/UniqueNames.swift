import House

/// Names that nobody else makes, from random bytes.
struct UniqueNames {
  /// The bridge's own.
  let own: String

  /// - Parameter bytes: At least 8 random bytes.
  init(_ bytes: [UInt8]) {
    let digits = Array("0123456789abcdef")
    own = String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Makes the name of each conversation with the daemon, in turn.
  var nextEpoch: () -> HouseName {
    var count = 0
    return {
      count += 1
      guard let name = HouseName("\(own)-\(count)") else {
        preconditionFailure("16 digits, a hyphen and a number are a name")
      }
      return name
    }
  }
}
