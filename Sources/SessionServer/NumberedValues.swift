import AudioSessionArbitration

/// Values by the numbers that the daemon gives, of connections and sessions, found without hashing.
struct NumberedValues<Value> {
  private var index = NumberIndex()
  private var values: [Value?] = []
  /// The places in `values` that are free.
  private var free: [Int32] = []

  /// All values, in no particular order.
  var all: some Collection<Value> { values.lazy.compactMap { $0 } }

  subscript(number: UInt64) -> Value? {
    get {
      guard let place = index[number] else { return nil }
      return values[Int(place)]
    }
    set {
      if let place = index[number] {
        values[Int(place)] = newValue
        guard newValue == nil else { return }
        index.remove(number)
        free.append(place)
      } else if newValue != nil {
        let place = free.popLast() ?? Int32(values.count)
        if place == values.count { values.append(newValue) } else { values[Int(place)] = newValue }
        index.insert(number, at: place)
      }
    }
  }
}
