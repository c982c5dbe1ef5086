import AudioSessionWire
import ControlCore
import Glibc

/// What can complete a command line, as the shells' scripts read it.
enum CompletionReply: Equatable {
  /// A word that the end of the line can become.
  struct Candidate: Equatable {
    let word: String
    var meaning = ""
  }

  case candidates([Candidate])
  /// Files, behind a part of the same word such as `--socket=`.
  case files(behind: String)
  case command(at: Int)

  /// The kind on the first line; of candidates one on each line, with its meaning behind a tab; of
  /// files what stands before them in the word.
  var lines: [String] {
    switch self {
    case .candidates(let candidates):
      return ["words"]
        + candidates.map { $0.meaning.isEmpty ? $0.word : "\($0.word)\t\($0.meaning)" }
    case .files(let prefix): return ["files"] + (prefix.isEmpty ? [] : [prefix])
    case .command(let index): return ["command \(index)"]
    }
  }

  /// Finds what completes a line; `sessions` are those of the daemon that the line chooses.
  init(_ line: CompletionLine, sessions: ([String]) -> [SessionObject]) {
    var candidates: [Candidate]
    switch line.wanted {
    case .file(let prefix):
      self = .files(behind: prefix)
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
    case .lease:
      let own = sessions(line.instance).filter { $0.uid == getuid() }
      candidates = CompletionReply.names(own.compactMap { $0.identity?.leaseName })
    case .zone(let prefix):
      candidates = CompletionReply.names(
        sessions(line.instance).compactMap { $0.identity?.zone },
        behind: prefix
      )
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

  /// Names that are words to every shell; others can't be completed.
  private static func names(_ names: [String], behind prefix: String = "") -> [Candidate] {
    Set(names).filter { $0.isShellWord }.sorted().map { Candidate(word: prefix + $0) }
  }

  /// Sessions by name, and by number if a digit is typed, or if the name isn't a word to every
  /// shell or means another session, too.
  private static func sessions(
    _ sessions: [SessionObject],
    beginning current: String
  ) -> [Candidate] {
    let wantsNumbers = current.first?.isNumber ?? false
    var uses: [String: Int] = [:]
    for session in sessions {
      for name in session.names { uses[name, default: 0] += 1 }
    }
    return sessions.compactMap { session in
      guard session.session > 0 else { return nil }
      let number = "\(session.session)"
      let state = session.conditions.joined(separator: ", ")
      guard let name = session.identity?.name ?? session.identity?.leaseName,
        name.isShellWord, uses[name] == 1, session.isCalled(name),
        !wantsNumbers || name.hasPrefix(current)
      else {
        return Candidate(word: number, meaning: "\(session.sessionName ?? "-"): \(state)")
      }
      return Candidate(word: name, meaning: "session \(number): \(state)")
    }
  }
}

extension SessionObject {
  /// The words beside its number that mean the session.
  fileprivate var names: Set<String> {
    Set([identity?.name, identity?.leaseName].compactMap { $0 })
  }
}

extension String {
  /// True if it is the same word to every shell, whatever quotes are open before it, once its blanks
  /// and an = before it are quoted, and can't be taken for an option.
  ///
  /// Names are chosen by whoever opens a session. Shells differ in what they obey within quotes, and
  /// their scripts can't always tell which are open, so that a name has none of those characters.
  fileprivate var isShellWord: Bool {
    guard let first, first != "-", printable == self else { return false }
    return unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? "_-.,:=@%+/ ".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
          || scalar.properties.numericType != nil
        : scalar.properties.generalCategory != .privateUse
    }
  }
}
