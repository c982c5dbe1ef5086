/// What is to happen, by time; of two at one time the one that was added first comes first.
struct TimeQueue<Element> {
  private struct Entry {
    var time: Duration
    var number: Int
    var element: Element

    func precedes(_ other: Entry) -> Bool {
      time != other.time ? time < other.time : number < other.number
    }
  }

  /// A binary heap.
  private var entries: [Entry] = []
  private var count = 0

  mutating func add(_ element: Element, at time: Duration) {
    count += 1
    entries.append(Entry(time: time, number: count, element: element))
    var place = entries.count - 1
    while place > 0, entries[place].precedes(entries[(place - 1) / 2]) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Removes and returns the first, unless it is later than `end`.
  mutating func next(until end: Duration) -> (time: Duration, element: Element)? {
    guard let first = entries.first, first.time <= end else { return nil }
    let last = entries.removeLast()
    if !entries.isEmpty {
      entries[0] = last
      sink()
    }
    return (first.time, first.element)
  }

  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
        if entries[child].precedes(entries[least]) { least = child }
      }
      if least == place { return }
      entries.swapAt(place, least)
      place = least
    }
  }
}
