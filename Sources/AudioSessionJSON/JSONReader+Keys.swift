/// Finding repeated keys of an object, which no two readers of JSON treat alike.
extension JSONReader {
  /// Compares every pair of keys if they are few, and sorts them if they are many.
  mutating func noteRepeatedKeys(of object: Int, count: Int, _ nodes: Span<JSONNode>) {
    if count <= 12 { comparePairs(of: object, nodes) } else { compareSorted(of: object, nodes) }
  }

  private mutating func comparePairs(of object: Int, _ nodes: Span<JSONNode>) {
    let end = nodes[object].next
    var later = nodes[object + 1].next
    while later < end {
      let key = nodes[later]
      var earlier = object + 1
      while earlier < later {
        if nodes[earlier].mayEqual(key), order(nodes[earlier], key) == 0 {
          repeatedKeys.append(later)
          break
        }
        earlier = nodes[earlier].next
      }
      later = nodes[later].next
    }
  }

  /// Equal keys become neighbours, the earlier one first.
  private mutating func compareSorted(of object: Int, _ nodes: Span<JSONNode>) {
    var keys: [(index: Int, node: JSONNode)] = []
    var key = object + 1
    while key < nodes[object].next {
      keys.append((key, nodes[key]))
      key = nodes[key].next
    }
    keys.sort { left, right in
      let order = order(left.node, right.node)
      return order == 0 ? left.index < right.index : order < 0
    }
    for (earlier, later) in zip(keys, keys.dropFirst()) where order(earlier.node, later.node) == 0 {
      repeatedKeys.append(later.index)
    }
  }

  /// Negative, 0 or positive: shorter before longer, equally long by their bytes.
  private func order(_ left: JSONNode, _ right: JSONNode) -> Int {
    guard left.length == right.length else { return left.length - right.length }
    let (first, second) = (left.bytes.lowerBound, right.bytes.lowerBound)
    for offset in 0..<left.length {
      let difference = Int(bytes[first + offset]) - Int(bytes[second + offset])
      if difference != 0 { return difference }
    }
    return 0
  }
}
