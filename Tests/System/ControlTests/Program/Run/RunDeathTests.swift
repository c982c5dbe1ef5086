import AudioSessionJSON
import AudioSessionWire
import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Whoever is killed at whatever moment: nothing stays stopped, held or lowered.
@Suite(.tags(.process)) struct RunDeathTests {
  private static let seed = TestSupport.seed()
  private static let workers = 8

  /// Who is killed.
  private enum Victim: CaseIterable {
    case wrapper, command, interrupter, interruptingCommand, daemon
  }

  @Test(arguments: 0..<workers)
  func `kills at 200 random moments: nothing stays stopped, held or lowered`(worker: Int) throws {
    var random = SplitMix64(seed: RunDeathTests.seed &+ UInt64(worker))
    let stage = try RunStage()
    for round in 0..<(200 / RunDeathTests.workers) {
      do {
        try die(in: stage, &random)
      } catch {
        Issue.record("worker \(worker), round \(round): \(error)")
      }
    }
  }

  private func die(in stage: RunStage, _ random: inout SplitMix64) throws {
    let words = [["sleep", "1000"], ["sh", "-c", "sleep 1000 | cat; exit"]].randomElement(
      using: &random
    )
    let options = [[], ["--record", "--wait"], ["--on-interrupt=ignore"]].randomElement(
      using: &random
    )
    let player = try stage.start(["--name", "player"] + (options ?? []) + ["--"] + (words ?? []))
    RunDeathTests.pass(&random)
    let phone = try stage.start(
      ["--name", "phone", "--priority", "phoneCall", "--category", "playAndRecord"]
        + ["--mode", "voiceChat", "--", "sleep", "1000"]
    )
    RunDeathTests.pass(&random)
    let victim = Victim.allCases.randomElement(using: &random) ?? .daemon
    try kill(victim, player, phone, stage)
    RunDeathTests.pass(&random)
    // The call ends, also by a death, and in most rounds there is a daemon again.
    let isServed = victim != .daemon || Int.random(in: 0..<4, using: &random) > 0
    if victim == .daemon && isServed { try stage.daemon.restart() }
    try phone.killAll()
    let isPlaying = victim != .wrapper && victim != .command
    let what = "\(victim) of \(options ?? []), a daemon: \(isServed)"
    try Condition.wait("\(what): \(RunDeathTests.states(player))") {
      if RunDeathTests.states(player).contains("T") { return false }
      return try !isServed || RunDeathTests.isQuiet(stage, isPlaying: isPlaying)
    }
    #expect(!RunDeathTests.states(player).contains("T"), "\(what)")
    try player.killAll()
    if !isServed { try stage.daemon.restart() }
    try stage.awaitNoSession()
  }

  private func kill(
    _ victim: Victim,
    _ player: RunningCommand,
    _ phone: RunningCommand,
    _ stage: RunStage
  ) throws {
    switch victim {
    case .wrapper: player.send(SIGKILL)
    // At first there is only the wrapper.
    case .command: if !player.killCommand() { player.send(SIGKILL) }
    case .interrupter: phone.send(SIGKILL)
    case .interruptingCommand: phone.killCommand()
    case .daemon: try stage.daemon.process.kill()
    }
  }

  /// Lets a random time pass; the moment is what the test is about.
  private static func pass(_ random: inout SplitMix64) {
    usleep(UInt32.random(in: 0..<60_000, using: &random))
  }

  /// The states of a command's processes and its wrapper.
  private static func states(_ run: RunningCommand) -> String {
    String(ProcessTable.all().filter { $0.session == run.pid }.map(\.state))
  }

  /// True if the list has no more than the player, active and as loud as it plays.
  private static func isQuiet(_ stage: RunStage, isPlaying: Bool) throws -> Bool {
    let sessions = try stage.daemon.connect().sessions()
    let found = sessions.map { [$0["name"]?.string, $0["state"]?.string, $0["gain"]?.text] }
    return found == (isPlaying ? [["player", "active", "1"]] : [])
  }
}
