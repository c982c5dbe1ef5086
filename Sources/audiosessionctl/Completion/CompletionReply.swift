import AudioSessionWire

/// What can complete a command line, as the shells' scripts read it.
enum CompletionReply: Equatable {
  /// A word that the end of the line can become.
  struct Candidate: Equatable {
    let word: String
    var meaning = ""
  }

  case candidates([Candidate])
  case files
  case command(at: Int)

  /// The kind on the first line; of candidates one on each line, with its meaning behind a tab.
  var lines: [String] {
    switch self {
    case .candidates(let candidates):
      return ["words"]
        + candidates.map { $0.meaning.isEmpty ? $0.word : "\($0.word)\t\($0.meaning)" }
    case .files: return ["files"]
    case .command(let index): return ["command \(index)"]
    }
  }

  /// Finds what completes a line; `sessions` are those of the daemon that the line chooses.
  init(_ line: CompletionLine, sessions: ([String]) -> [JSONValue]) {
    var candidates: [Candidate]
    switch line.wanted {
    case .file:
      self = .files
      return
    case .command(let index):
      self = .command(at: index)
      return
    case .nothing: candidates = []
    case .verb(let words): candidates = CompletionReply.verbs(behind: words)
    case .topic(let words): candidates = CompletionReply.topics(behind: words)
    case .option(let verb): candidates = CompletionReply.options(of: verb)
    case .word(let words, let prefix): candidates = words.map { Candidate(word: prefix + $0) }
    case .session:
      candidates = CompletionReply.sessions(sessions(line.instance), beginning: line.current)
    case .zone(let prefix):
      let zones = Set(sessions(line.instance).compactMap { $0.plain("zone") }).sorted()
      candidates = zones.map { Candidate(word: prefix + $0) }
    }
    candidates.removeAll { !$0.word.hasPrefix(line.current) }
    self = .candidates(candidates)
  }

  /// The next words of the verbs that begin with these.
  private static func verbs(behind words: [String]) -> [Candidate] {
    Verb.all.reduce(into: []) { candidates, verb in
      let names = verb.name.split(separator: " ").map(String.init)
      guard names.starts(with: words), names.count > words.count else { return }
      let word = names[words.count]
      if candidates.contains(where: { $0.word == word }) { return }
      let isWhole = names.count == words.count + 1
      candidates.append(Candidate(word: word, meaning: isWhole ? verb.summary : ""))
    }
  }

  private static func topics(behind words: [String]) -> [Candidate] {
    if !words.isEmpty { return verbs(behind: words) }
    let rules = RulesPage.builtIn.entries.map { Candidate(word: $0.id) }
    return verbs(behind: []) + [Candidate(word: "rules", meaning: "A list of the rules.")] + rules
  }

  private static func options(of verb: Verb?) -> [Candidate] {
    let options = verb.map { $0.options + $0.otherOptions } ?? Verb.commonOptions
    return options.map { option in
      Candidate(word: "--\(option.name)", meaning: option.meaning)
    }
  }

  /// Sessions by name, and by number if a digit is typed or no name is theirs alone.
  private static func sessions(
    _ sessions: [JSONValue],
    beginning current: String
  ) -> [Candidate] {
    let names = sessions.map { $0.plain("name") ?? $0["lease"]?.plain("leaseName") }
    let wantsNumbers = current.first?.isNumber ?? false
    return zip(sessions, names).map { session, name in
      let state = session.conditions.joined(separator: ", ")
      let number = session["session"]?.text ?? ""
      let isAlone = names.count { $0 == name } == 1
      guard let name, isAlone, !wantsNumbers || name.hasPrefix(current) else {
        return Candidate(word: number, meaning: "\(session.sessionName ?? "-"): \(state)")
      }
      return Candidate(word: name, meaning: "session \(number): \(state)")
    }
  }
}

extension JSONValue {
  /// A member that can be typed as it is shown.
  fileprivate func plain(_ member: String) -> String? {
    guard let text = self[member]?.string, text.printable == text, !text.isEmpty else { return nil }
    return text
  }
}
