import AudioSessionJSON
import Glibc

@testable import audiosession_agent

/// The files that an agent finds of an earlier one, and the lines that it is asked at its socket.
enum FilesTarget {
  private static let folder: String = {
    var template = Array("/tmp/audiosession-fuzz-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { fatalError("no folder for files") }
    let path = String(cString: made)
    for name in ["/audiosession", "/audiosession/audiosession-agent.conf.d"] {
      mkdir(path + name, 0o700)
    }
    return path
  }()

  static func run(_ input: [UInt8]) {
    var choices = Choices(input)
    switch choices.number(below: 3) {
    case 0: players(Array(choices.rest))
    case 1: leftPrograms(Array(choices.rest))
    default: questions(&choices)
    }
  }

  private static func players(_ bytes: [UInt8]) {
    guard let file = PausedPlayersFile(runtimeFolder: folder) else { return }
    write(bytes, to: "agent-players")
    let players = file.players
    Checks.holds(players.allSatisfy(MPRIS.isPlayer), "no players: \(players)")
    file.write(players)
    Checks.holds(file.players == players, "written and read: \(file.players), not \(players)")
  }

  private static func leftPrograms(_ bytes: [UInt8]) {
    write(bytes, to: "audiosession-agent.conf.d/00-left-alone.conf")
    var file = LeftPrograms(configurationHome: folder)
    guard let name = LeftPrograms.name("player \u{E9}"),
      (try? file.set(name, true)) == true
    else { return }
    let again = LeftPrograms(configurationHome: folder).programs
    Checks.holds(again == file.programs, "written and read: \(again), not \(file.programs)")
  }

  private static func questions(_ choices: inout Choices) {
    while !choices.isEmpty {
      let line = String(decoding: choices.line(), as: UTF8.self)
      let answer = ReportQuestion.answer(line) { question in
        Checks.equal("\(ReportQuestion(line: question.line) == question)", "true", question.line)
        return [:]
      }
      Checks.holds((try? JSONValue(parsing: answer)) != nil, "\(line) is answered with \(answer)")
    }
  }

  private static func write(_ bytes: [UInt8], to name: String) {
    let number = open("\(folder)/audiosession/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    Checks.holds(
      number >= 0 && Glibc.write(number, bytes, bytes.count) == bytes.count,
      "can't write"
    )
    close(number)
  }
}
