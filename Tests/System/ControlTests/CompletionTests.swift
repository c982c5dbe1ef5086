import AudioSessionJSON
import AudioSessionWire
import Glibc
import Testing

@testable import audiosessionctl
@testable import ControlCore

struct CompletionTests {
  private func reply(_ line: String..., sessions: [SessionObject] = []) -> CompletionReply {
    CompletionReply(CompletionLine(line)) { _ in sessions }
  }

  private func words(_ line: String..., sessions: [SessionObject] = []) -> [String]? {
    let reply = CompletionReply(CompletionLine(line)) { _ in sessions }
    guard case .candidates(let candidates) = reply else { return nil }
    return candidates.map(\.word)
  }

  @Test func `verbs, and what follows the first word of two`() {
    let firsts = Verb.all.map { String($0.name.prefix { $0 != " " }) }
    #expect(words("")?.sorted() == Set(firsts).sorted())
    #expect(words("sta") == ["status"])
    #expect(words("policy", "") == ["show", "test"])
    #expect(words("--utc", "--socket", "/s", "policy", "t") == ["test"])
    #expect(words("nonsense", "") == [])
    #expect(
      reply("do")
        == .candidates([.init(word: "doctor", meaning: Verb.doctor.summary)])
    )
  }

  @Test func `options are those of the verb, and of all verbs`() {
    let all = (Verb.log.options + Verb.commonOptions).map { "--\($0.name)" }
    #expect(words("log", "-") == all)
    #expect(words("log", "") == all)
    #expect(words("log", "--", "") == [])
    #expect(words("log", "--si") == ["--since"])
    #expect(words("--ut") == ["--utc"])
    #expect(words("log", "-n", "") == [])
    #expect(words("log", "-n5", "--be") == ["--before"])
  }

  @Test func `values of options, attached or not`() {
    #expect(words("policy", "test", "--mode", "video") == ["videoRecording", "videoChat"])
    #expect(
      words("policy", "test", "--mode=video") == ["--mode=videoRecording", "--mode=videoChat"]
    )
    #expect(words("log", "--since", "") == ["today", "yesterday"])
    #expect(reply("list", "--socket", "/ru").lines == ["files"])
    #expect(reply("list", "--socket=/ru").lines == ["files", "--socket="])
    #expect(words("list", "--nonsense=") == [])
  }

  @Test func `the files of several machines, each behind its name if it has one`() {
    #expect(reply("timeline", "st").lines == ["files"])
    #expect(reply("timeline", "-o", "a.svg", "a.json", "study=/ho").lines == ["files", "study="])
    for word in ["./a=b", "=a", "kitchen"] {
      #expect(reply("timeline", word).lines == ["files"], "\(word)")
    }
    #expect(reply("replay", "a=b").lines == ["files"])
  }

  @Test func `sessions by name, or by number where that is all there is`() throws {
    let sessions = Canned.all + [Canned.game]
    // Two are called mpd, one has no name, and one a name that can't be typed.
    #expect(words("explain", "", sessions: sessions) == ["7", "ナビ", "10", "11", "12", "game"])
    #expect(words("explain", "1", sessions: sessions) == ["10", "11", "12", "13"])
    #expect(words("show", "-p", "x", "g", sessions: sessions) == ["game"])
    #expect(words("explain", "game", "", sessions: sessions)?.first == "--socket")
    #expect(words("policy", "test", "--zone", "", sessions: sessions) == ["kitchen"])
    #expect(words("policy", "test", "--zone=k", sessions: sessions) == ["--zone=kitchen"])
    let meant = reply("evict", "gam", sessions: sessions)
    #expect(meant == .candidates([.init(word: "game", meaning: "session 13: active, silenced")]))
  }

  @Test func `only words that name one thing to every shell are names`() throws {
    func session(
      _ number: Int,
      _ name: String,
      lease: String? = nil,
      zone: String? = nil
    ) throws -> SessionObject {
      let members: JSONValue = [
        "session": JSONValue(integerLiteral: Int64(number)), "name": .string(name),
        "uid": JSONValue(integerLiteral: Int64(getuid())),
        "zone": zone.map { .string($0) } ?? nil,
        "lease": lease.map { ["leaseName": .string($0)] } ?? nil, "state": "active", "gain": 1,
      ]
      return try Canned.told(members).value
    }
    let names = ["a\nb", "a\tb", "a\u{1B}b", "", "\u{85}", "a\u{E000}", "it's", "3", "-v"]
    var sessions = try names.enumerated().map { try session($0 + 1, $1, lease: $1, zone: $1) }
    // One name is that of another's lease.
    sessions += [try session(20, "radio"), try session(21, "x", lease: "radio", zone: "hall")]
    let found = (1...names.count).map(String.init) + ["20", "x"]
    for verb in ["show", "explain", "evict", "wait", "follow"] {
      #expect(words(verb, "", sessions: sessions) == found, "\(verb)")
    }
    for verb in ["monitor", "policy test"] {
      let line = CompletionLine(verb.split(separator: " ").map(String.init) + ["--session", ""])
      guard case .candidates(let candidates) = CompletionReply(line, sessions: { _ in sessions })
      else { return #expect(Bool(false), "\(verb)") }
      #expect(candidates.map(\.word) == found, "\(verb)")
    }
    for verb in ["hold", "renew", "release"] {
      #expect(words(verb, "", sessions: sessions) == ["3", "radio"], "\(verb)")
    }
    for verb in ["monitor", "hold", "run"] {
      #expect(words(verb, "--zone", "", sessions: sessions) == ["3", "hall"], "\(verb)")
      #expect(words(verb, "--zone=h", sessions: sessions) == ["--zone=hall"], "\(verb)")
    }
    var strangers = sessions
    for index in strangers.indices { strangers[index].uid = 4242 }
    #expect(words("renew", "", sessions: strangers) == [])
    // What a daemon says that isn't one is no session.
    let others: JSONValue = ["sessions": [["session": "1;reboot", "name": "a"], [:], 7]]
    #expect(words("show", "", sessions: others.sent(in: "sessions").map(\.value)) == [])
  }

  @Test func `the daemon that is asked is the one of the line`() {
    var instances: [[String]] = []
    for line in [
      ["explain", ""], ["--user", "explain", ""], ["explain", "--socket", "/s", ""],
      ["--socket=/s", "explain", ""], ["explain", "--sock", "/s", ""],
    ] {
      _ = CompletionReply(CompletionLine(line)) { instance in
        instances.append(instance)
        return []
      }
    }
    let socket = ["--socket", "/s"]
    #expect(instances == [[], ["--user"], socket, ["--socket=/s"], socket])
  }

  @Test func `a command is left to the shell, and topics of help are rules too`() {
    #expect(reply("run", "mp") == .command(at: 2))
    #expect(reply("run", "--duck", "--", "") == .command(at: 4))
    #expect(reply("run", "--duck", "mpv", "--fu", "x") == .command(at: 3))
    #expect(words("run", "--du") == ["--duck"])
    #expect(words("help", "R6")?.contains("R66") == true)
    #expect(words("help", "policy", "s") == ["show"])
    #expect(words("completion", "") == ["bash", "zsh", "fish"])
    #expect(words("wait", "mpd", "in") == ["interrupted", "inactive"])
    #expect(reply("policy", "test", "--conf").lines == ["words", "--config\t\(config)"])
  }

  private var config: String {
    Verb.policyTest.options.first { $0.name == "config" }?.meaning ?? ""
  }
}
