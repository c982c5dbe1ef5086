import Foundation
import GraphTestSupport
import TestSupport

/// Programs that a recipe's reader has running already.
extension RecipeStage {
  /// Plays music, and waits until it is heard.
  func startMusic() throws {
    _ = try startBeside("pw-play", [home("song.ogg")])
    try hear(RecipeStage.full)
  }

  /// An MPD with one song in its queue.
  func startMPD() throws {
    let song = try graph.toneFile()
    let folder = graph.folder.path(of: "home")
    keep(try graph.startMPD(in: folder, with: song, environment: environment))
  }

  /// Speech Dispatcher, which would start at a login, and not in a background of its own.
  func startSpeechDispatcher(speaksTo output: String) throws {
    let program = try startBeside(
      "env",
      ["PULSE_SINK=\(output)", "speech-dispatcher", "--run-single", "--timeout", "0"]
    )
    let socket = graph.folder.path(of: "run/speech-dispatcher/speechd.sock")
    try Condition.wait("\(socket): \(program.said)") {
      SocketState.isListening(at: socket)
    }
  }

  /// A broker at a port of its own, which its clients take for the usual one.
  func startBroker() throws {
    let port = Int.random(in: 20_000..<60_000)
    let settings = "listener \(port) localhost\nallow_anonymous true\n"
    try write(settings, to: home("mosquitto.conf"), mode: 0o644)
    for client in ["mosquitto_pub", "mosquitto_sub"] {
      try write("-p \(port)\n", to: graph.folder.path(of: "config/\(client)"), mode: 0o644)
    }
    let program = try startBeside("mosquitto", ["-c", home("mosquitto.conf")])
    try Condition.wait("the broker: \(program.said)") {
      (try? run("mosquitto_pub -h localhost -t test -n")) != nil
    }
  }

  /// Runs what subscribes, and returns once it has done so.
  func subscribe(_ block: RecipePage.Block) throws -> RunningProgram {
    // What is retained comes at once to whoever has subscribed.
    try run("mosquitto_pub -h localhost -t audiosession/session/test -r -m ready")
    let program = try start(block)
    try Condition.wait("its subscription") { program.said.contains("ready") }
    return program
  }
}
