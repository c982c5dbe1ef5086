import ControlCore

/// A command line that is being typed: what is wanted where it ends.
struct CompletionLine {
  /// What can stand at the end of the line.
  enum Wanted {
    case nothing
    case verb(behind: [String])
    /// The options of a verb, or those of all verbs.
    case option(Verb?)
    /// One of these words, behind a part of the same word such as `--mode=`.
    case word([String], behind: String)
    /// A session, the name of a lease of this user, or one of the zones that there are.
    case session, lease, zone(behind: String)
    /// The verb or rule that help is asked for.
    case topic(behind: [String])
    case file(behind: String)
    /// A program, which is this word of the line, or its arguments.
    case command(at: Int)
  }

  private(set) var wanted = Wanted.nothing
  /// The word that is being typed.
  let current: String
  /// The options that choose the daemon, to ask it for names.
  private(set) var instance: [String] = []

  private var verb: Verb?
  private var words: [String] = []
  /// The option whose value comes next.
  private var pending: Verb.Option?
  private var areOptionsOver = false

  /// Takes the words behind the program's name, up to the cursor.
  init(_ line: [String]) {
    current = line.last ?? ""
    for (index, word) in line.dropLast().enumerated() {
      take(word)
      if case .command? = verb?.argument, !words.isEmpty {
        wanted = .command(at: index + 1)
        return
      }
    }
    wanted = end(index: line.count)
  }

  private mutating func take(_ word: String) {
    if let option = pending {
      pending = nil
      if option.name == "socket" { instance += ["--socket", word] }
    } else if word == "--", !areOptionsOver {
      areOptionsOver = true
    } else if word.hasPrefix("-"), word != "-", !areOptionsOver {
      note(word)
    } else {
      words.append(word)
      guard verb == nil else { return }
      verb = Verb.all.first { $0.name == words.joined(separator: " ") }
      if verb != nil { words = [] }
    }
  }

  private mutating func note(_ word: String) {
    guard let option = option(named: word) else { return }
    let isAttached = word.hasPrefix("--") ? word.contains("=") : word.count > 2
    if option.value != nil, !option.isValueOptional, !isAttached { pending = option }
    if ["user", "system"].contains(option.name) || (option.name == "socket" && isAttached) {
      instance.append(word)
    }
  }

  private var options: [Verb.Option] {
    (verb.map { [$0] } ?? Verb.all).flatMap { $0.options } + Verb.commonOptions
  }

  private func option(named word: String) -> Verb.Option? {
    if word.hasPrefix("--") {
      return options.option(named: word.dropFirst(2).prefix { $0 != "=" })
    }
    return options.first { $0.letter == word.dropFirst().first }
  }

  /// What is wanted at the end; `index` is the number of the word there.
  private func end(index: Int) -> Wanted {
    if let pending { return value(of: pending, behind: "") }
    if !areOptionsOver, current.hasPrefix("-") {
      guard current.hasPrefix("--"), let equals = current.firstIndex(of: "=") else {
        return .option(verb)
      }
      guard let option = option(named: current) else { return .nothing }
      return value(of: option, behind: String(current[...equals]))
    }
    guard let verb else { return .verb(behind: words) }
    if case .command = verb.argument { return .command(at: index) }
    if let argument = argument(of: verb) { return argument }
    // Nothing but options can follow.
    return !areOptionsOver && current.isEmpty ? .option(verb) : .nothing
  }

  private func value(of option: Verb.Option, behind prefix: String) -> Wanted {
    switch option.value {
    case .word(let words)?:
      return .word(words, behind: prefix + (option.isList ? list(behind: prefix) : ""))
    case .text("FILE")?, .text("PATH")?: return .file(behind: prefix)
    case .text("ID")?: return prefix.isEmpty ? .session : .nothing
    case .text? where option.name == "zone": return .zone(behind: prefix)
    case .moment?: return .word(["today", "yesterday"], behind: prefix)
    case .text?, .number?, .seconds?, nil: return .nothing
    }
  }

  /// The words of a list up to the last comma.
  private func list(behind prefix: String) -> String {
    let typed = current.dropFirst(prefix.count)
    guard let comma = typed.lastIndex(of: ",") else { return "" }
    return String(typed[...comma])
  }

  /// The name of a machine before a file, `kitchen=`, as far as it is typed.
  private var machine: String {
    let name = current.prefix { $0 != "=" && $0 != "/" }
    return !name.isEmpty && current.dropFirst(name.count).first == "=" ? "\(name)=" : ""
  }

  /// What the next argument is, by its name in the usage; nil if there is none, or nothing is known
  /// of it.
  private func argument(of verb: Verb) -> Wanted? {
    let names = (verb.argument.text ?? "").split(separator: " ").map { name in
      String(name.filter { $0.isLetter })
    }
    let isRepeated = verb.argument.text?.hasSuffix("...") ?? false
    guard let name = words.count < names.count ? names[words.count] : isRepeated ? names.last : nil
    else { return nil }
    switch name {
    case "NAME" where ["hold", "renew", "release"].contains(verb.name): return .lease
    case "ID", "NAME": return .session
    case "FILE": return .file(behind: verb.name == "timeline" ? machine : "")
    case "VERB": return .topic(behind: words)
    case "SHELL": return words.isEmpty ? .word(CompletionScript.shells, behind: "") : nil
    case "METHOD": return .word(CompletionScript.methods, behind: "")
    case "STATE": return .word(WaitCondition.State.allCases.map { $0.rawValue }, behind: "")
    default: return nil
    }
  }
}
