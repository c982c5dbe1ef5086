import AudioSessionJSON
import AudioSessionWire
import ControlCore
import CRulesPage

/// The page of the rules, Rules.md, from which `help R28` takes the text of a rule.
struct RulesPage: Sendable {
  /// One rule.
  struct Entry: Equatable, Sendable {
    /// The rule's id, such as `R28`.
    let id: String
    /// The heading of the chapter that it stands in, without its number.
    let chapter: String
    /// Its paragraphs, list items and rows of tables, in Markdown: one per line, without blank lines.
    let lines: [String]
  }

  /// The rules, in the order of the page.
  let entries: [Entry]

  /// The page that this program was built with.
  static let builtIn = RulesPage(String(cString: audiosession_rules_page()))

  /// Reads the page: chapters are headings of level 2, and rules those of level 3.
  init(_ text: String) {
    var entries: [Entry] = []
    var chapter = ""
    var id: String?
    var lines: [String] = []
    func endRule() {
      if let id { entries.append(Entry(id: id, chapter: chapter, lines: lines)) }
      (id, lines) = (nil, [])
    }
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("## ") {
        endRule()
        chapter = String(line.drop { !$0.isLetter })
      } else if line.hasPrefix("### ") {
        endRule()
        let heading = String(line.dropFirst(4))
        if RulesPage.isID(heading) { id = heading }
      } else {
        lines.append(line)
      }
    }
    endRule()
    self.entries = entries
  }

  /// True for a word such as `R28`, in either case.
  static func isID(_ word: String) -> Bool {
    guard let first = word.first, "Rr".contains(first), word.count > 1 else { return false }
    return word.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The ids by chapter, for `help rules`.
  var index: [String] {
    var table = Table()
    var chapters: [(name: String, ids: [String])] = []
    for entry in entries {
      if chapters.last?.name == entry.chapter {
        chapters[chapters.count - 1].ids.append(entry.id)
      } else {
        chapters.append((entry.chapter, [entry.id]))
      }
    }
    for chapter in chapters {
      let ids = chapter.ids.joined(separator: " ").filled(to: 40)
      table.append([.init(chapter.name), .init(ids[0])])
      for line in ids.dropFirst() { table.append(["", .init(line)]) }
    }
    return table.lines(Colour(isOn: false))
  }

  /// The rule of this id, in either case; nil if there is none.
  subscript(id: String) -> Entry? { entries.first { $0.id == id.uppercased() } }
}

extension RulesPage.Entry {
  /// The rule as plain text of at most this width, as far as its tables allow.
  func text(columns: Int) -> [String] {
    var text = ["\(id), \(chapter)", ""]
    var table = Table()
    func endTable() {
      text += table.lines(Colour(isOn: false), indentation: "  ")
      table = Table()
    }
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("|") {
        if table.rows.isEmpty { text.append("") }
        if !line.hasPrefix("|--") { table.append(RulesPage.Entry.cells(line)) }
        continue
      }
      endTable()
      let indentation = RulesPage.Entry.indentation(line)
      let isItem = indentation > 0
      let follows = index > 0 && RulesPage.Entry.indentation(lines[index - 1]) > 0
      if index > 0, !(isItem && follows) { text.append("") }
      let filled = RulesPage.Entry.plain(line).filled(to: columns - indentation)
      let rest = String(repeating: " ", count: indentation)
      text += filled.enumerated().map { $0 > 0 ? rest + $1 : $1 }
    }
    endTable()
    return text
  }

  /// The rule as JSON, its text in Markdown.
  var json: JSONValue {
    [
      "rule": .string(id), "chapter": .string(chapter),
      "text": .string(lines.joined(separator: "\n")),
    ]
  }

  /// The columns by which the lines of a list item are indented; 0 for a paragraph.
  private static func indentation(_ line: String) -> Int {
    if line.hasPrefix("- ") { return 2 }
    let digits = line.prefix { $0.isNumber }.count
    return digits > 0 && line.dropFirst(digits).hasPrefix(". ") ? digits + 2 : 0
  }

  /// Text without the marks of Markdown.
  private static func plain(_ text: String) -> String {
    let characters = text.filter { $0 != "`" }.map { $0 }
    let plain = characters.indices.filter { index in
      // An asterisk that touches a word or another one is emphasis; one that stands alone is itself.
      let neighbours = characters[max(0, index - 1)...min(index + 1, characters.count - 1)]
      return characters[index] != "*"
        || neighbours.count { $0 == "*" } == 1
          && !neighbours.contains { $0.isLetter || $0.isNumber }
    }
    return String(plain.map { characters[$0] })
  }

  private static func cells(_ line: String) -> [Table.Cell] {
    line.split(separator: "|").map { Table.Cell(plain($0.trimmed)) }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
