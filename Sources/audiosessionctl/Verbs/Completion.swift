import AudioSessionJSON
import AudioSessionWire
import ControlCore

extension Verb {
  static let completion = Verb(
    name: "completion",
    argument: .words("SHELL"),
    options: [
      Option(
        name: "candidates",
        meaning: "Print what can complete the words that follow, one per line."
      )
    ],
    summary: "Print a script that completes command lines in bash, zsh or fish.",
    details: """
      An installation puts the scripts where the shells look for them. Without one, `source \
      <(audiosessionctl completion bash)` in .bashrc does the same; for zsh likewise, behind \
      compinit, and for fish `audiosessionctl completion fish | source`. Names of sessions and \
      zones are those of the daemon at that moment. Only names that mean the same to every shell \
      are offered; other sessions are offered by their numbers. The scripts call `completion \
      --candidates -- WORD...`, which prints the kind of what can follow, and then each candidate \
      with its meaning behind a tab.
      """,
    action: .local { invocation, output throws(Failure) in
      guard !invocation.has("candidates") else {
        let line = CompletionLine(invocation.arguments)
        let reply = CompletionReply(line) { Verb.sessions(at: $0) }
        return output.print(reply.lines)
      }
      let shell = invocation.arguments.count == 1 ? invocation.arguments[0] : ""
      guard let script = CompletionScript.text(for: shell) else {
        throw .usage("completion: expected one of bash, zsh, fish")
      }
      if invocation.has("json") { return output.print(.string(script)) }
      output.print(
        script.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      )
    }
  )

  /// The sessions of the daemon that a line chooses; none if there is no daemon, since whoever types
  /// isn't to be disturbed.
  private static func sessions(at instance: [String]) -> [SessionObject] {
    guard let invocation = try? Invocation(["list", "--timeout", "1"] + instance),
      var daemon = try? Daemon(invocation)
    else { return [] }
    return (try? daemon.call(.sessionList, as: SessionListResult.self))?.value.sessions.sessions
      ?? []
  }
}
