import AudioSessionTypes

/// One of the everyday situations of `Situations.md`: who is there, and what they do.
struct Situation {
  let number: Int
  let title: String
  let actors: [Actor]
  let acts: [Act]

  /// A session, and whose it is.
  struct Actor {
    let name: String
    /// Category, mode, options, priority, role and preferences, in any order.
    let words: String
    /// The program whose session it is.
    let program: String
    let user: UInt32
    /// Whether it holds the grants of priorities and roles.
    let isTrusted: Bool

    init(
      _ name: String,
      _ words: String,
      of program: String? = nil,
      user: UInt32 = 1000,
      isTrusted: Bool = true
    ) {
      self.name = name
      self.words = words
      self.program = program ?? name
      self.user = user
      self.isTrusted = isTrusted
    }
  }

  /// What happens, step by step.
  enum Act {
    case activates(String)
    case deactivates(String)
    /// It tells those that it had interrupted that they may resume.
    case deactivatesNotifying(String)
    case closes(String)
    case records(String)
    case goesToBackground(String)
    case microphoneIsMuted(Bool)
    /// Headphones are pulled out, or a like output is lost.
    case outputIsLost
    case systemSound
  }

  init(_ number: Int, _ title: String, _ actors: [Actor], _ acts: [Act]) {
    self.number = number
    self.title = title
    self.actors = actors
    self.acts = acts
  }
}
