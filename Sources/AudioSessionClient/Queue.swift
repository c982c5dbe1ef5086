/// Values that are taken in the order in which they came; what that costs doesn't grow with those
/// that wait.
struct Queue<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  /// How many at the front were taken already.
  private var taken = 0

  mutating func append(_ element: Element) { elements.append(element) }

  /// The oldest that nobody has taken.
  mutating func takeFirst() -> Element? {
    guard taken < elements.count else { return nil }
    let element = elements[taken]
    taken += 1
    // Half of them at a time: on average each is moved once, and few that were taken are kept.
    if taken * 2 >= elements.count {
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }
}
