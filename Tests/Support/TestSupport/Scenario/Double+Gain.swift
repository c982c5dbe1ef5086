extension Double {
  /// A gain as scenarios write it: with four decimals at most, so that decibels can be compared.
  package var asGain: String {
    let rounded = (self * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
