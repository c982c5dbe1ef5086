/// Guessing the intended word behind a mistyped one.
extension Sequence<String> {
  /// The nearest word, nil if none is near; case doesn't matter.
  package func nearest(to word: String) -> String? {
    let meant = Array(word.lowercased().unicodeScalars.prefix(longestGuess))
    var best: (word: String, distance: Int)?
    for candidate in self {
      let distance = editDistance(meant, Array(candidate.lowercased().unicodeScalars))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= Swift.max(1, meant.count / 3) else { return nil }
    return best.word
  }
}

/// No word of ours is longer, and a line of arguments may be.
private let longestGuess = 64

/// The number of characters to insert, delete, replace or swap with their neighbours.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    for column in 0..<right.count {
      let isSame = left[row] == right[column]
      var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
