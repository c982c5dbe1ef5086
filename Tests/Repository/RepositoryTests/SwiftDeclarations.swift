/// The declarations of a Swift file that stand in the file, in a type or in an extension; what
/// functions declare for themselves is left out.
struct SwiftDeclarations {
  struct Declaration {
    /// `func`, `var`, `struct`, `case`, `init` and so on.
    let kind: String
    let name: String
    let line: Int
    /// Attributes and modifiers before the keyword, such as `package`, `static` and `override`.
    let modifiers: Set<String>
    /// The words from the name to the body, or to the end of a declaration that has none.
    let header: Set<String>
    /// Whether an initial value is given.
    let hasValue: Bool
    /// Whether it is a property with a getter instead of storage.
    let isComputed: Bool
    /// The types and extensions that it stands in, from outside, as places in `all`.
    let scopes: [Int]

    var isType: Bool {
      ["struct", "class", "enum", "actor", "protocol", "typealias"].contains(kind)
    }
  }

  private(set) var all: [Declaration] = []
  private let tokens: [SwiftTokens.Token]
  private var place = 0
  /// An open brace: of a type or an extension, by its place in `all`, or of anything else.
  private var braces: [Int?] = []
  private var modifiers: Set<String> = []

  private static let scopeKinds: Set = [
    "struct", "class", "enum", "actor", "protocol", "extension",
  ]
  private static let otherKinds: Set = [
    "func", "var", "let", "typealias", "init", "subscript", "case", "associatedtype",
  ]
  private static let modifierWords: Set = [
    "public", "package", "internal", "private", "fileprivate", "open", "static", "final",
    "override", "mutating", "nonmutating", "consuming", "borrowing", "lazy", "weak", "unowned",
    "nonisolated", "indirect", "dynamic", "required", "convenience", "prefix", "postfix", "infix",
  ]

  init(_ source: SwiftTokens) {
    tokens = source.all
    while place < tokens.count { readNext() }
  }

  private mutating func readNext() {
    let token = tokens[place]
    switch token.text {
    case "{":
      braces.append(nil)
      place += 1
    case "}":
      _ = braces.popLast()
      place += 1
    case _ where braces.contains(nil):
      place += 1
    case "@":
      modifiers.insert("@" + text(at: place + 1))
      place += 2
      skipArguments()
    case "class" where text(at: place + 1) == "func" || text(at: place + 1) == "var":
      modifiers.insert("static")
      place += 1
    case let word where Self.modifierWords.contains(word):
      place += 1
      // `private(set)` says nothing about who may look.
      if text(at: place) == "(" { skipArguments() } else { modifiers.insert(word) }
    case let word where Self.scopeKinds.contains(word) || Self.otherKinds.contains(word):
      readDeclaration()
    case "\n":
      place += 1
    default:
      modifiers = []
      place += 1
    }
  }

  private mutating func readDeclaration() {
    let keyword = tokens[place]
    let name = text(at: place + 1)
    let scopes = braces.compactMap { $0 }
    let header = readHeader()
    all.append(
      Declaration(
        kind: keyword.text,
        name: name,
        line: keyword.line,
        modifiers: modifiers,
        header: Set(header.filter(\.isWord).dropFirst(2).map(\.text)),
        hasValue: header.contains { $0.text == "=" },
        isComputed: text(at: place) == "{" && !header.contains { $0.text == "=" },
        scopes: scopes
      )
    )
    modifiers = []
    if Self.scopeKinds.contains(keyword.text), text(at: place) == "{" {
      braces.append(all.count - 1)
      place += 1
    }
  }

  /// Reads from the keyword to the brace of the body, or to the end of the line that ends it.
  private mutating func readHeader() -> ArraySlice<SwiftTokens.Token> {
    let start = place
    var depth = 0
    while place < tokens.count {
      switch tokens[place].text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0, "}" where depth == 0: return tokens[start..<place]
      case "\n" where depth == 0 && endsDeclaration(): return tokens[start..<place]
      default: break
      }
      place += 1
    }
    return tokens[start..<place]
  }

  /// Whether the line end here isn't one in the middle of an expression or of a signature.
  private func endsDeclaration() -> Bool {
    let open: Set = ["=", ":", ",", ">", "&", "|", "+", "-", "*", "?"]
    let continues: Set = [
      "{", ".", "?", ":", "-", "=", "&", "|", "+", "*", "/", "where", "throws", "async",
    ]
    let next = tokens[place...].first { $0.text != "\n" }?.text ?? ""
    let isMark = place > 0 && open.contains(tokens[place - 1].text)
    // `>` and `?` end types as well.
    let endsType = place > 0 && [">", "?"].contains(tokens[place - 1].text)
    return !continues.contains(next) && (!isMark || endsType)
  }

  private mutating func skipArguments() {
    guard text(at: place) == "(" else { return }
    var depth = 0
    repeat {
      if text(at: place) == "(" { depth += 1 }
      if text(at: place) == ")" { depth -= 1 }
      place += 1
    } while depth > 0 && place < tokens.count
  }

  private func text(at place: Int) -> String {
    place < tokens.count ? tokens[place].text : ""
  }
}
