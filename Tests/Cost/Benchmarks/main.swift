import AudioSessionJSON
import BenchmarkReport
import Foundation
import TestSupport

// What the daemon, the core, the wire and a client cost, beside their targets and as ratios within
// one run, since these machines are shared and their absolute times mean little. README.md says what
// is measured.

func say(_ line: String) {
  print(line)
  fflush(nil)
}

do {
  if CommandLine.arguments.contains("--help") {
    say(Options.usage)
    exit(0)
  }
  let options = try Options(CommandLine.arguments.dropFirst())
  var effort = options.isQuick ? Effort.quick : Effort()
  if let rounds = options.rounds { effort.rounds = rounds }
  var report = Report(place: Place(), rows: Catalogue.rows(effort))
  if options.parts.contains(.daemon) {
    let stand = try Stand(daemon: options.daemon)
    try stand.describe(in: &report.place)
    var cost = DaemonCost(stand, effort)
    try cost.measure(into: &report)
  }
  if options.parts.contains(.core) { CoreCost(effort: effort).measure(into: &report) }
  if options.parts.contains(.wire) { WireCost(rounds: effort.messages).measure(into: &report) }
  if options.parts.contains(.client) { ClientCost.measure(effort.waiting, into: &report) }
  let folder = URL(filePath: options.output)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  try report.json().write(to: folder.appending(path: "report.json"))
  try Data(report.picture.utf8).write(to: folder.appending(path: "report.svg"))
  say((report.place.lines + ["", report.table, ""]).joined(separator: "\n"))
  say("written: \(options.output)/report.json and report.svg")
} catch {
  let usage = error is OptionError ? "\n\n\(Options.usage)" : ""
  FileHandle.standardError.write(Data("audiosession-benchmark: \(error)\(usage)\n".utf8))
  exit(1)
}
