/// Tasks and their times; there are never many.
struct Timetable<Task> {
  private var entries: [(time: Duration, task: Task)] = []

  /// The time of the first task; nil if there is none.
  var earliest: Duration? { entries.lazy.map { $0.time }.min() }

  mutating func add(_ task: Task, at time: Duration) { entries.append((time, task)) }

  /// Takes a task that is due.
  mutating func next(at now: Duration) -> Task? {
    guard let index = entries.firstIndex(where: { $0.time <= now }) else { return nil }
    return entries.remove(at: index).task
  }

  mutating func removeAll() { entries = [] }
}
