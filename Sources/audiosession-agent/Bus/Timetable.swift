/// What is to be done at what time; there is never much of it.
struct Timetable<Task> {
  private var entries: [(time: Duration, task: Task)] = []

  /// When the first of it is due, nil if nothing is.
  var earliest: Duration? { entries.lazy.map(\.time).min() }

  mutating func add(_ task: Task, at time: Duration) { entries.append((time, task)) }

  /// Takes out one that is due.
  mutating func next(at now: Duration) -> Task? {
    guard let index = entries.firstIndex(where: { $0.time <= now }) else { return nil }
    return entries.remove(at: index).task
  }

  mutating func removeAll() { entries = [] }
}
