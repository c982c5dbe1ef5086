import ControlCore
import ControlFollow
import ControlRecording
import ControlRun
import ControlTimeline

extension Verb {
  /// All verbs, in the order in which help lists them.
  static let all: [Verb] = [
    .status, .list, .show, .explain, .run, .monitor, .top, .follow, .wait, .log, .timeline,
    .policyShow, .policyTest, .hold, .renew, .release, .evict, .call, .record, .replay, .doctor,
    .completion, .help,
  ]
}

extension Invocation {
  /// A command line of this program.
  ///
  /// - Parameter line: The words behind the program's name.
  /// - Throws: ``Failure/usage(_:)`` if it isn't right.
  init(_ line: [String]) throws(Failure) { try self.init(line, of: Verb.all) }
}
