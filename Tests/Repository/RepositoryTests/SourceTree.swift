import TestSupport

/// All Swift files, with the words of each and the declarations of those in `Sources`.
///
/// Names are compared as words, so a name that stands for two things counts as used where either is.
struct SourceTree {
  private struct File {
    let path: String
    /// The folder below `Sources`, which holds a module; tests have none.
    let module: String?
    let words: Set<String>
    let declarations: [SwiftDeclarations.Declaration]
  }

  private var files: [File] = []
  /// For each word, the files in which it occurs, as places in `files`.
  private var users: [String: [Int]] = [:]
  /// What protocols demand: the witness of a demand is as visible as the protocol wants.
  private var demands: Set = [
    "description", "debugDescription", "errorDescription", "hash", "hashValue", "encode", "copy",
    "rawValue", "allCases", "next", "makeIterator", "makeAsyncIterator", "main", "self",
    "Element", "RawValue", "Failure", "AsyncIterator", "Iterator", "supportsSecureCoding",
    "appendLiteral", "appendInterpolation",
  ]

  init() throws {
    for path in Checkout.files(below: "Sources", "swift") {
      let tokens = SwiftTokens(try Checkout.text(path))
      let declarations = SwiftDeclarations(tokens).all
      let module = String(path.split(separator: "/")[1])
      add(File(path: path, module: module, words: tokens.words, declarations: declarations))
    }
    for path in Checkout.files(below: "Tests", "swift") {
      let words = SwiftTokens(try Checkout.text(path)).words
      add(File(path: path, module: nil, words: words, declarations: []))
    }
  }

  private mutating func add(_ file: File) {
    for word in file.words { users[word, default: []].append(files.count) }
    for declaration in file.declarations {
      guard let scope = declaration.scopes.last else { continue }
      if file.declarations[scope].kind == "protocol" { demands.insert(declaration.name) }
    }
    files.append(file)
  }

  /// Declarations of internal or `package` access whose names occur in no other file that sees them.
  func needlesslyVisible() -> [String] {
    files.indices.flatMap { index in
      needlesslyVisible(in: files[index].declarations) { isUsed($0, outside: index) }
        .map { "\(files[index].path):\($0.line): \($0.kind) \($0.name)" }
    }
  }

  /// Whether another file that could mean it has the declaration's name.
  private func isUsed(_ declaration: SwiftDeclarations.Declaration, outside index: Int) -> Bool {
    let isPackage = declaration.modifiers.contains("package")
    return users[declaration.name, default: []].contains { other in
      let module = files[other].module
      let sees = isPackage || module == nil || module == files[index].module
      return other != index && sees
    }
  }

  private func needlesslyVisible(
    in declarations: [SwiftDeclarations.Declaration],
    isUsed: (SwiftDeclarations.Declaration) -> Bool
  ) -> [SwiftDeclarations.Declaration] {
    let visible = declarations.indices.filter { isVisible(declarations[$0], in: declarations) }
    var needless = Set(
      visible.filter {
        mayBePrivate(declarations[$0], in: declarations) && !isUsed(declarations[$0])
      }
    )
    // A type that a visible declaration's header names must be as visible as that declaration.
    while true {
      let signatures = visible.filter { index in
        !needless.contains(index) && needless.isDisjoint(with: declarations[index].scopes)
      }
      let named = signatures.reduce(into: Set<String>()) { words, index in
        words.formUnion(declarations[index].namesNeeded)
      }
      let needed = needless.filter {
        declarations[$0].isType && named.contains(declarations[$0].name)
      }
      if needed.isEmpty { break }
      needless.subtract(needed)
    }
    return needless.sorted()
      .filter { needless.isDisjoint(with: declarations[$0].scopes) }
      .map { declarations[$0] }
  }

  /// Whether more than the file sees it: neither it nor anything around it is private.
  private func isVisible(
    _ declaration: SwiftDeclarations.Declaration,
    in declarations: [SwiftDeclarations.Declaration]
  ) -> Bool {
    let privateTypes = declarations.filter { $0.isType && $0.isPrivate }.map(\.name)
    return !declaration.isPrivate
      && !declaration.scopes.contains { scope in
        declarations[scope].isPrivate || privateTypes.contains(declarations[scope].name)
      }
  }

  private func mayBePrivate(
    _ declaration: SwiftDeclarations.Declaration,
    in declarations: [SwiftDeclarations.Declaration]
  ) -> Bool {
    let kinds: Set = [
      "func", "var", "let", "struct", "class", "enum", "actor", "protocol", "typealias",
    ]
    let scope = declaration.scopes.last.map { declarations[$0] }
    return kinds.contains(declaration.kind)
      && declaration.modifiers.isDisjoint(with: ["public", "open", "override"])
      // What is inlined elsewhere has to be visible there.
      && declaration.modifiers.isDisjoint(with: ["@inlinable", "@usableFromInline"])
      && SwiftTokens.Token(text: declaration.name, line: 0).isWord
      && !demands.contains(declaration.name)
      && scope?.kind != "protocol"
      && !isPartOfMemberwiseInit(declaration, in: declarations)
  }

  /// A private property would make the initialiser private that the compiler writes for a struct.
  private func isPartOfMemberwiseInit(
    _ declaration: SwiftDeclarations.Declaration,
    in declarations: [SwiftDeclarations.Declaration]
  ) -> Bool {
    guard let scope = declaration.scopes.last, declarations[scope].kind == "struct",
      ["var", "let"].contains(declaration.kind), !declaration.isComputed,
      !declaration.modifiers.contains("static"),
      declaration.kind == "var" || !declaration.hasValue
    else { return false }
    return !declarations.contains { $0.kind == "init" && $0.scopes.last == scope }
  }
}

extension SwiftDeclarations.Declaration {
  var isPrivate: Bool { !modifiers.isDisjoint(with: ["private", "fileprivate"]) }

  /// The words of its header that must be as visible as it is: conformances of a type need not.
  var namesNeeded: Set<String> {
    ["struct", "enum", "extension"].contains(kind) ? [] : header
  }
}
