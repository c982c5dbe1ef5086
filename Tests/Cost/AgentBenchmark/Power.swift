import GraphTestSupport
import TestSupport

/// What the arbiters take of the machine while music plays and a prompt lowers it again and again.
///
/// All run at once, each with a sound server of its own: what one of them does wakes none of the
/// others.
struct Power {
  /// From the start of one prompt to that of the next.
  private static let interval = 10
  private static let promptLength = Duration.seconds(2)
  /// Between the prompts of two arbiters, whose players would compete for the processor.
  private static let offset = Duration.milliseconds(150)

  private struct Contender {
    var name: String
    var stage: any Stage
    var music: RunningProgram
    var processes: [MeasuredProcess]
  }

  private let seconds: Int
  private let contenders: [Contender]

  /// Starts everything, and sees that prompts are heard and music is lowered.
  ///
  /// - Parameters:
  ///   - seconds: The length of the measurement.
  ///   - programs: Daemon and agent.
  /// - Throws: That something doesn't start or doesn't work.
  init(seconds: Int, _ programs: AgentStage.Programs) throws {
    self.seconds = seconds
    contenders = try Power.arbiters(programs).map { arbiter in
      let stage = try arbiter.stage()
      // With the time of music alone, and that in which the others start.
      let music = try stage.playMusic(seconds: seconds * 11 / 10 + 120)
      let turn = try Turn(on: stage, stage.record(), number: 0)
      guard !arbiter.ducks || turn.depth < -10 else {
        throw ProcessFault("\(arbiter.name): the music was lowered by \(turn.depth) dB only")
      }
      let processes = try stage.processes
      return Contender(name: arbiter.name, stage: stage, music: music, processes: processes)
    }
    // Until nothing is left of the checks.
    Moment.pass(.seconds(5))
  }

  private static func arbiters(_ programs: AgentStage.Programs) -> [Arbiter] {
    var layout = Layout()
    layout.parts = [.pipeWire, .wirePlumber]
    // PipeWire's own, 21 ms.
    layout.quantum = 1024
    // PulseAudio then keeps 30 ms ahead.
    let latency = 100
    var roles = layout
    roles.hasRoleSinks = true
    let none: DaemonConfiguration = ["DuckRamp": "0", "UnduckRamp": "0"]
    let module = "module-role-ducking trigger_roles=phone ducking_roles=music volume=-20dB"
    return [
      Arbiter(name: "audiosession") { try AgentStage(programs, DaemonConfiguration(), layout) },
      Arbiter(name: "audiosession, no ramps") { try AgentStage(programs, none, layout) },
      Arbiter(name: "WirePlumber, role endpoints") { try RoleEndpointsStage(roles) },
      Arbiter(name: "PipeWire, no arbiter", ducks: false) {
        try BareStage(usesPulse: false, layout)
      },
      Arbiter(name: "PulseAudio, module-role-ducking") {
        try PulseAudioStage(module: module, latency: latency)
      },
      Arbiter(name: "PulseAudio, no arbiter", ducks: false) {
        try PulseAudioStage(module: nil, latency: latency)
      },
    ]
  }

  /// Measures music alone, for a tenth of the time, and then music with prompts, and prints a table.
  ///
  /// - Throws: That something has ended.
  func write() throws {
    let alone = max(seconds / 10, Power.interval)
    let started = try usages()
    Moment.pass(.seconds(alone))
    let begun = try usages()
    let prompts = seconds / Power.interval
    try play(prompts)
    let ended = try usages()
    if let silent = contenders.first(where: { $0.music.hasEnded }) {
      throw ProcessFault("\(silent.name): the music has ended: \(silent.music.said)")
    }
    let titles = [
      "arbiter", "process", "music alone: wake-ups a minute", "processor time a minute",
      "with \(prompts) prompts in \(seconds) s: wake-ups", "processor time",
    ]
    say("| " + titles.joined(separator: " | ") + " |")
    say(titles.map { _ in "|---" }.joined() + "|")
    for (index, contender) in contenders.enumerated() {
      var rows = contender.processes.enumerated().map { number, process in
        let quiet = begun[index][number] - started[index][number]
        return (process.name, quiet, ended[index][number] - begun[index][number])
      }
      let arbiters = zip(contender.processes, rows).filter { $0.0.isArbiter }.map(\.1)
      if arbiters.count > 1 {
        let none = Usage(wakeUps: 0, processor: .zero)
        let total = arbiters.reduce((none, none)) { ($0.0 + $1.1, $0.1 + $1.2) }
        rows.insert(("together", total.0, total.1), at: arbiters.count)
      }
      for (name, quiet, loud) in rows {
        let cells = [
          contender.name, name, "\(quiet.wakeUps * 60 / alone)",
          milliseconds(quiet.processor * 60 / alone), "\(loud.wakeUps)",
          milliseconds(loud.processor),
        ]
        say("| " + cells.joined(separator: " | ") + " |")
      }
    }
  }

  private func milliseconds(_ time: Duration) -> String {
    "\(Int((time / .milliseconds(1)).rounded())) ms"
  }

  private func usages() throws -> [[Usage]] {
    try contenders.map { try $0.processes.map { try $0.usage() } }
  }

  /// Has so many prompts come and go everywhere, and returns at the end of the time.
  private func play(_ prompts: Int) throws {
    let begin = Moment.now
    for number in 0..<prompts {
      let start = begin + .seconds(number * Power.interval)
      var players: [RunningProgram] = []
      for (index, contender) in contenders.enumerated() {
        wait(until: start + Power.offset * index)
        players.append(try contender.stage.playPhone())
      }
      for (index, player) in players.enumerated() {
        wait(until: start + Power.offset * index + Power.promptLength)
        try player.kill()
      }
    }
    wait(until: begin + .seconds(seconds))
  }

  private func wait(until time: Duration) { Moment.pass(max(.zero, time - Moment.now)) }
}
