import Glibc
import Synchronization

/// Users and groups by name and number, from the system's name service (NSS).
///
/// It is asked by getent(1): NSS loads the modules of the machine's own C library, which a static
/// program doesn't have. Answers are remembered, so that a table with a user in each row starts one
/// process for each user; an object is for a short time therefore. All questions together may take
/// so long, since the directory behind a module may hang: after that nobody is found. Only a getent
/// that the kernel can't end, as it waits for a disk, is waited for.
package final class Accounts: Sendable {
  private struct State {
    var answers: [[String]: String?] = [:]
    var failure: String?
    /// The time that is left for questions, in nanoseconds.
    var rest: Int64
  }

  /// The status of getent(1) for a key that isn't in the database.
  private static let notFound: Int32 = 2

  private let program: String
  private let state: Mutex<State>

  /// - Parameters:
  ///   - program: The program to ask, in the search path or with a slash.
  ///   - patience: The time that all questions may take together.
  package init(program: String = "getent", patience: Duration = .seconds(5)) {
    self.program = program
    let (seconds, attoseconds) = patience.components
    state = Mutex(State(rest: seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  /// Why getent didn't answer, for people; nil if it did each time, or isn't there.
  ///
  /// Nothing is known then of who wasn't found.
  package var failure: String? { state.withLock { $0.failure } }

  /// The number of the user, or nil if none of this name is found.
  package func userID(named name: String) -> UInt32? { number(in: "passwd", of: name) }

  /// The number of the group, or nil if none of this name is found.
  package func groupID(named name: String) -> UInt32? { number(in: "group", of: name) }

  /// The name of the user, or nil if none of this number is found.
  package func userName(of userID: UInt32) -> String? { entry(in: "passwd", "\(userID)")?.first }

  /// The name of the group, or nil if none of this number is found.
  package func groupName(of groupID: UInt32) -> String? { entry(in: "group", "\(groupID)")?.first }

  /// The IDs of the user's groups, the primary group first; none if no such user is found.
  package func groups(ofUser userID: UInt32) -> [UInt32] {
    guard let user = entry(in: "passwd", "\(userID)"), let group = UInt32(user[3]) else {
      return []
    }
    // The name, filled up with blanks, and the numbers of the groups.
    let text = answer("initgroups", user[0]) ?? ""
    let words = String(decoding: text.utf8.dropFirst(user[0].utf8.count), as: UTF8.self)
    let others = words.split(whereSeparator: { $0.isWhitespace }).compactMap { UInt32($0) }
    return [group] + others.filter { $0 != group }
  }

  private func number(in database: String, of name: String) -> UInt32? {
    // To getent these would be options or numbers: "" is user 0, and so is " 0".
    guard let first = name.utf8.first, first > UInt8(ascii: " "), !"+-".utf8.contains(first),
      !name.utf8.contains(0), !name.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return entry(in: database, name).flatMap { UInt32($0[2]) }
  }

  /// The fields of an entry, at least four, as in passwd(5) and group(5).
  private func entry(in database: String, _ key: String) -> [String]? {
    guard let line = answer(database, key)?.split(separator: "\n").first else { return nil }
    let fields = line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    return fields.count >= 4 ? fields : nil
  }

  /// What getent prints; nil if it finds nothing, isn't there, or doesn't end in time.
  private func answer(_ database: String, _ key: String) -> String? {
    let question = [database, key]
    // Locked all the while: who asks the same at the same time gets the same answer.
    return state.withLock { state in
      if let known = state.answers[question] { return known }
      let start = SystemClock.boottime
      var text: String?
      do throws(Errno) {
        if state.rest > 0 {
          switch try ProgramOutput.run([program] + question, until: start + state.rest) {
          case (0, let output)? where output.hasSuffix("\n"): text = output
          // It doesn't look whether it could write.
          case (0, _)?: state.failure = "its answer has no end"
          case (Accounts.notFound, _)?: break
          case (let status, _)?: state.failure = "it ended with status \(status)"
          case nil: state.failure = "it gave no answer"
          }
        }
      } catch {
        if error.code != ENOENT { state.failure = "\(error)" }
      }
      state.rest -= SystemClock.boottime - start
      state.answers[question] = .some(text)
      return text
    }
  }
}
