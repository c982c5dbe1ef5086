/// A first-in, first-out queue; taking an element costs the same however many wait.
struct Queue<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  /// The number of elements at the front that were taken already.
  private var taken = 0

  var count: Int { elements.count - taken }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the oldest element; nil if there is none.
  mutating func takeFirst() -> Element? {
    guard taken < elements.count else { return nil }
    let element = elements[taken]
    taken += 1
    // Half of them at a time: each is moved once on average, and the memory stays in proportion.
    if taken * 2 >= elements.count {
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }
}
