import ControlCore

/// What the keys do.
extension Model {
  mutating func press(_ key: Key) {
    message = nil
    switch mode {
    case .table: pressInTable(key)
    case .filter(let former): pressInFilter(key, former)
    case .eviction(let number): pressInEviction(key, number)
    case .explanation: pressInExplanation(key)
    case .help: mode = .table
    }
  }

  private mutating func pressInTable(_ key: Key) {
    let page = max(1, layout.table - 1)
    switch key {
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .pageUp: move(by: -page)
    case .pageDown, .character(" "): move(by: page)
    case .home, .character("g"): move(by: .min)
    case .end, .character("G"): move(by: .max)
    case .enter, .character("e"): openExplanation()
    case .character("x"): askForEviction()
    case .character("s"): order = order.next
    case .character("/"): mode = .filter(former: filter)
    case .character("?"), .character("h"): mode = .help
    case .escape: filter = ""
    case .character("q"): isDone = true
    case .character, .backspace, .redraw, .clear, .other: break
    }
  }

  private mutating func move(by distance: Int) {
    let numbers = listed
    guard let selected, let index = numbers.firstIndex(of: selected) else { return }
    let target = index.addingReportingOverflow(distance)
    let wanted = target.overflow ? (distance < 0 ? 0 : numbers.count) : target.partialValue
    self.selected = numbers[max(0, min(numbers.count - 1, wanted))]
    isChosen = distance != .min
  }

  private mutating func openExplanation() {
    guard let selected else { return }
    // From now on it is this one, whatever comes first.
    isChosen = true
    panelOffset = 0
    mode = .explanation(selected)
  }

  private mutating func askForEviction() {
    guard let selected else { return }
    guard link == .up else {
      message = .init("The daemon has gone away.", .bad)
      return
    }
    isChosen = true
    mode = .eviction(selected)
  }

  private mutating func pressInFilter(_ key: Key, _ former: String) {
    switch key {
    case .character(let scalar): filter.unicodeScalars.append(scalar)
    case .backspace where filter.isEmpty: mode = .table
    case .backspace: filter.removeLast()
    case .clear: filter = ""
    case .enter, .up, .down: mode = .table
    case .escape:
      filter = former
      mode = .table
    case .pageUp, .pageDown, .home, .end, .redraw, .other: break
    }
  }

  private mutating func pressInEviction(_ key: Key, _ number: UInt64) {
    mode = .table
    if key == .character("y") || key == .character("Y") {
      eviction = number
    } else {
      message = .init("Nothing was evicted.")
    }
  }

  private mutating func pressInExplanation(_ key: Key) {
    switch key {
    case .up, .character("k"): panelOffset = max(0, panelOffset - 1)
    case .down, .character("j"): panelOffset += 1
    case .escape, .enter, .character("e"), .character("q"): mode = .table
    case .character("x"): askForEviction()
    default: break
    }
  }
}

extension Model.Order {
  fileprivate var next: Model.Order {
    let all = Model.Order.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }
}
