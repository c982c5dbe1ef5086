/// A terminal that understands the few sequences that full-screen programs of this package send.
struct ScreenEmulator {
  struct Cell: Equatable {
    /// Nil for the right half of a wide character.
    var character: Character? = " "
    /// The parameters of the sequence that chose its colour.
    var style = ""
  }

  /// A screen with its cursor.
  struct Page: Equatable {
    var cells: [[Cell]]
    var row = 0
    var column = 0
  }

  private(set) var page: Page
  /// The shell's screen, while a program shows another.
  private var covered: Page?
  private(set) var isCursorVisible = true
  private(set) var wraps = true
  /// Updates that the terminal was asked to show at once.
  private(set) var updates = 0
  /// What it doesn't understand, and what breaks the line it stands on.
  private(set) var faults: [String] = []
  private var style = ""
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) {
    page = Page(cells: Self.blank(columns, rows))
  }

  private static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  var isAlternate: Bool { covered != nil }

  var columns: Int { page.cells.first?.count ?? 0 }

  /// The lines without trailing blanks.
  var lines: [String] {
    page.cells.map { row in
      String(row.compactMap(\.character)).replacing(/\x20+$/, with: "")
    }
  }

  var text: String { lines.joined(separator: "\n") }

  /// Cuts both screens, or adds blank cells.
  mutating func resize(columns: Int, rows: Int) {
    func resized(_ page: Page) -> Page {
      var result = Page(cells: Self.blank(columns, rows))
      for row in 0..<min(rows, page.cells.count) {
        for column in 0..<min(columns, page.cells[row].count) {
          result.cells[row][column] = page.cells[row][column]
        }
      }
      result.row = min(page.row, rows - 1)
      result.column = min(page.column, columns - 1)
      return result
    }
    page = resized(page)
    covered = covered.map(resized)
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      if take() { pending = [] }
    }
  }

  /// Takes a whole character or sequence; false if more bytes have to come.
  private mutating func take() -> Bool {
    let first = pending[0]
    if first == 0x1B {
      guard pending.count > 2 else { return false }
      guard pending[1] == UInt8(ascii: "[") else {
        faults.append("ESC \(pending.dropFirst())")
        return true
      }
      let last = pending[pending.count - 1]
      guard 0x40...0x7E ~= last else { return false }
      let parameters = String(decoding: pending[2..<(pending.count - 1)], as: UTF8.self)
      obey(Character(Unicode.Scalar(last)), parameters)
      return true
    }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard pending.count == length else { return false }
    write(String(decoding: pending, as: UTF8.self))
    return true
  }

  private mutating func obey(_ command: Character, _ parameters: String) {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    switch (command, parameters) {
    case ("H", _):
      page.row = min(page.cells.count, max(1, numbers.first ?? 1)) - 1
      page.column = min(columns, max(1, numbers.dropFirst().first ?? 1)) - 1
    case ("J", "2"): page.cells = Self.blank(columns, page.cells.count)
    case ("K", ""):
      for column in page.column..<columns { page.cells[page.row][column] = Cell() }
    case ("m", _): style = parameters == "0" ? "" : parameters
    case ("h", "?1049"):
      if covered == nil { covered = page }
    case ("l", "?1049"):
      if let covered { page = covered }
      covered = nil
    case ("h", "?25"): isCursorVisible = true
    case ("l", "?25"): isCursorVisible = false
    case ("h", "?7"): wraps = true
    case ("l", "?7"): wraps = false
    case ("h", "?2026"): updates += 1
    case ("l", "?2026"): break
    default: faults.append("CSI \(parameters) \(command)")
    }
  }

  private mutating func write(_ text: String) {
    guard let scalar = text.unicodeScalars.first else { return }
    switch scalar {
    case "\r": page.column = 0
    case "\u{8}": page.column = max(0, page.column - 1)
    case "\u{7}": break
    case "\n":
      page.row += 1
      if page.row == page.cells.count {
        page.cells.removeFirst()
        page.cells.append(Array(repeating: Cell(), count: columns))
        page.row -= 1
      }
    default: put(Character(text), isWide: (0x2E80...0xD7A3).contains(scalar.value))
    }
  }

  private mutating func put(_ character: Character, isWide: Bool) {
    let width = isWide ? 2 : 1
    guard page.column + width <= columns else {
      faults.append("\(character) behind the end of line \(page.row + 1)")
      return
    }
    page.cells[page.row][page.column] = Cell(character: character, style: style)
    if isWide { page.cells[page.row][page.column + 1] = Cell(character: nil, style: style) }
    page.column += width
  }
}
