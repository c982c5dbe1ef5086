import Foundation
import GraphTestSupport
import TestSupport

/// Programs that nobody here wrote, and that play music.
enum RealPlayer: String, CaseIterable, Sendable {
  case pwPlay = "pw-play"
  case mpv
  case mpd
  case paplay
  case chromium

  /// Whether all that it takes is installed.
  static let areInstalled = {
    let names = RealPlayer.allCases.map(\.rawValue) + ["mpc", "espeak-ng", "playerctl"]
    return HeadlessGraph.isAvailable
      && names.allSatisfy { name in
        ["/usr/bin/", "/usr/local/bin/"].contains { access($0 + name, X_OK) == 0 }
      }
  }()

  /// Whether it can be seen and driven by MPRIS here.
  var hasMPRIS: Bool { self == .mpv || self == .chromium }

  /// Plays a tone for a minute.
  func play(in stage: ProgramStage) throws -> RunningProgram {
    let graph = stage.graph
    let file = try graph.toneFile()
    switch self {
    case .pwPlay, .paplay: return try graph.start(rawValue, [file])
    case .mpv: return try graph.start("mpv", ["--no-video", "--no-terminal", file])
    case .mpd: return try playByMPD(file, in: graph)
    case .chromium:
      return try Browser.open(#"<audio src="\#(file)" autoplay loop></audio>"#, in: graph)
    }
  }

  private func playByMPD(_ file: String, in graph: HeadlessGraph) throws -> RunningProgram {
    let folder = graph.folder
    let program = try graph.startMPD(in: folder.path, with: file)
    try graph.run("mpc", ["--host", folder.path(of: "mpd.socket"), "play"])
    return program
  }

  /// What it says of itself while it is asked by its own means; empty if it has none.
  func status(in stage: ProgramStage) throws -> String {
    switch self {
    case .mpv, .chromium: return try stage.status()
    case .mpd:
      let socket = stage.graph.folder.path(of: "mpd.socket")
      let lines = try stage.graph.run("mpc", ["-h", socket]).split(separator: "\n")
      return lines.count > 1 ? String(lines[1]) : ""
    case .pwPlay, .paplay: return ""
    }
  }
}

/// A real browser, without a screen.
enum Browser {
  /// Opens a page of which this is the body.
  static func open(_ body: String, in graph: HeadlessGraph) throws -> RunningProgram {
    let page = graph.folder.path(of: "page-\(UInt32.random(in: 0...UInt32.max)).html")
    try "<!doctype html><title>page</title>\(body)".write(
      toFile: page,
      atomically: true,
      encoding: .utf8
    )
    // The sandbox takes rights that a test doesn't have, or is root's; nothing is fetched.
    return try graph.start(
      "chromium",
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--user-data-dir=" + graph.folder.path(of: "browser"),
        "--autoplay-policy=no-user-gesture-required", "--use-fake-ui-for-media-stream",
        "file://" + page,
      ]
    )
  }

  /// A page that holds the microphone, and where somebody else is heard.
  static func conference(_ voice: String) -> String {
    """
    <script>
      navigator.mediaDevices.getUserMedia({audio: true}).then(stream => {
        window.recorder = new MediaRecorder(stream);
        window.recorder.start();
        const voice = new Audio("\(voice)");
        voice.loop = true;
        voice.play();
      });
    </script>
    """
  }
}
