import AudioSessionJSON
import Foundation
import TestSupport

/// What a headless graph is made of.
package struct Layout: Sendable {
  /// The sinks by their names; the first is the default.
  package var sinks = ["speaker"]
  /// The sources, in which nothing is ever heard; the first is the default.
  package var sources: [String] = []
  /// The programs, in the order in which they are started.
  package var parts: [HeadlessGraph.Part] = [.pipeWire, .wirePlumber, .pulse]
  /// Further objects of PipeWire, in the words of its configuration.
  package var objects = ""
  /// Whether WirePlumber has sinks for roles, where communication ducks multimedia to a tenth.
  package var hasRoleSinks = false
  /// Whether the sinks are WirePlumber's, as those of hardware are: they go with it and come back
  /// with it, while it never uses again what another WirePlumber has prepared.
  package var wirePlumberOwnsSinks = false
  /// Frames of one turn of the graph.
  package var quantum = 256

  package init() {}

  /// With what WirePlumber itself has for roles.
  package static var withRoleSinks: Layout {
    var layout = Layout()
    layout.hasRoleSinks = true
    return layout
  }

  /// With a session bus, too.
  package static var withBus: Layout {
    var layout = Layout()
    layout.parts.insert(.bus, at: 0)
    return layout
  }

  func arguments(of part: HeadlessGraph.Part, in folder: TemporaryDirectory) -> [String] {
    guard part == .bus else { return [] }
    return ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(folder.path)/run/bus"]
  }
}

extension Layout {
  /// For PipeWire: the sinks and sources, and the quantum, also where it believes to be in a
  /// virtual machine and would take a longer one.
  var pipeWireConfiguration: String {
    let sinks = wirePlumberOwnsSinks ? [] : sinks
    let outputs = sinks.enumerated().map { device($1, "Audio/Sink", priority: 2000 - 100 * $0) }
    // Above the sinks, whose monitors would be taken for the default source otherwise.
    let inputs = sources.enumerated().map {
      device($1, "Audio/Source/Virtual", priority: 3000 - 100 * $0)
    }
    return """
      context.properties = {
        default.clock.quantum = \(quantum)
        default.clock.min-quantum = \(quantum)
        default.clock.max-quantum = \(quantum)
        vm.overrides = { default.clock.min-quantum = \(quantum) }
      }
      \(Layout.inVirtualMachine("context", "default.clock.min-quantum = \(quantum)"))
      context.objects = [
      \((outputs + inputs + [objects]).joined(separator: "\n"))
      ]

      """
  }

  /// What takes the place of `vm.overrides` since PipeWire 1.2.
  private static func inVirtualMachine(_ part: String, _ setting: String) -> String {
    """
    \(part).properties.rules = [
      { matches = [ { cpu.vm.name = !null } ] actions = { update-props = { \(setting) } } }
    ]
    """
  }

  private func device(_ name: String, _ mediaClass: String, priority: Int) -> String {
    """
      { factory = adapter args = {
          factory.name = support.null-audio-sink
          node.name = \(name) node.description = \(name) media.class = \(mediaClass)
          audio.position = [ FL FR ] audio.rate = 48000 monitor.channel-volumes = true
          object.linger = true priority.session = \(priority) priority.driver = \(priority) } }
    """
  }

  var pulseConfiguration: String {
    """
    pulse.properties = {
      pulse.min.req = \(quantum)/48000
      pulse.min.frag = \(quantum)/48000
      pulse.min.quantum = \(quantum)/48000
      vm.overrides = { pulse.min.quantum = \(quantum)/48000 }
    }
    \(Layout.inVirtualMachine("pulse", "pulse.min.quantum = \(quantum)/48000"))

    """
  }
}

extension HeadlessGraph {
  /// A file of the same name as one of the system's counts in its place.
  func writeConfiguration() throws {
    try write("config/pipewire/pipewire.conf.d/10-headless.conf", layout.pipeWireConfiguration)
    try write("config/pipewire/pipewire-pulse.conf.d/10-headless.conf", layout.pulseConfiguration)
    for (name, text) in layout.wirePlumberFiles { try write(name, text) }
    for name in ["run", "state", "home", "log"] { try makeFolder(folder.path(of: name)) }
  }

  private func write(_ name: String, _ text: String) throws {
    let path = folder.path(of: name)
    try makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }
}
