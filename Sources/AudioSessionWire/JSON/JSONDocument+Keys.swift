/// Finding keys that come twice in one object, which no two readers of JSON treat alike.
extension JSONDocument {
  /// Compares each key with each while they are few, and sorts them when they are many.
  mutating func noteRepeatedKeys(of object: Int, count: Int) {
    if count <= 12 { comparePairs(of: object) } else { compareSorted(of: object) }
  }

  private mutating func comparePairs(of object: Int) {
    var later = nodes[object + 2].next
    while later < nodes[object].next {
      var earlier = object + 1
      while earlier < later {
        if order(earlier, later) == 0 {
          repeatedKeys.append(later)
          break
        }
        earlier = nodes[earlier + 1].next
      }
      later = nodes[later + 1].next
    }
  }

  /// Equal keys become neighbours, the earlier one first.
  private mutating func compareSorted(of object: Int) {
    keys.removeAll(keepingCapacity: true)
    var key = object + 1
    while key < nodes[object].next {
      keys.append(key)
      key = nodes[key + 1].next
    }
    var sorted: [Int] = []
    swap(&keys, &sorted)
    sorted.sort { left, right in
      let order = order(left, right)
      return order == 0 ? left < right : order < 0
    }
    for (earlier, later) in zip(sorted, sorted.dropFirst()) where order(earlier, later) == 0 {
      repeatedKeys.append(later)
    }
    if sorted.capacity <= 512 { swap(&keys, &sorted) }
  }

  /// Negative, 0 or positive: shorter before longer, equally long by their bytes.
  private func order(_ left: Int, _ right: Int) -> Int {
    let (first, second) = (nodes[left].bytes, nodes[right].bytes)
    guard first.count == second.count else { return first.count - second.count }
    for offset in 0..<first.count {
      let difference =
        Int(bytes[first.lowerBound + offset]) - Int(bytes[second.lowerBound + offset])
      if difference != 0 { return difference }
    }
    return 0
  }
}
