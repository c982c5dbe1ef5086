package import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport

/// A node of the graph as `pw-dump` shows it at one moment.
package struct GraphNode: Equatable, Sendable {
  package var id: Int64
  package var name: String
  package var mediaClass: String
  /// By PipeWire's name: `running`, `idle` or `suspended`.
  package var state: String
  /// The user's own, linear, one a channel.
  package var volumes: [Double]
  /// What is heard in their place once it was set.
  package var softVolumes: [Double]
  package var isMuted: Bool

  init?(_ object: JSONValue) {
    guard object["type"]?.string == "PipeWire:Interface:Node", let id = object["id"]?.integer,
      let info = object["info"]
    else { return nil }
    self.id = id
    name = info["props"]?["node.name"]?.string ?? ""
    mediaClass = info["props"]?["media.class"]?.string ?? ""
    state = info["state"]?.string ?? ""
    // The first of them has the volumes; others are the format's.
    let parameters = info["params"]?["Props"]?.array?.first
    func numbers(_ name: String) -> [Double] {
      parameters?[name]?.array?.compactMap(\.double) ?? []
    }
    volumes = numbers("channelVolumes")
    softVolumes = numbers("softVolumes")
    isMuted = parameters?["mute"]?.bool ?? false
  }
}

extension HeadlessGraph {
  /// All that is in the graph now, as `pw-dump` prints it.
  package func dump() throws -> [JSONValue] {
    let text = try run("pw-dump")
    do {
      return try JSONValue(parsing: text).array ?? []
    } catch {
      throw ProcessFault("pw-dump said what is no JSON (\(error)): \(text.prefix(500))")
    }
  }

  package func nodes() throws -> [GraphNode] { try dump().compactMap(GraphNode.init) }

  /// The node of that `node.name`, once there is one.
  package func node(_ name: String) throws -> GraphNode {
    var found: GraphNode?
    try Condition.wait("the node \(name)") {
      found = try nodes().first { $0.name == name }
      return found != nil
    }
    guard let found else { throw ProcessFault("no node \(name)") }
    return found
  }

  /// Sets a stream's volume as the user's mixer does.
  ///
  /// - Parameters:
  ///   - volume: Linear; what mixers show is its cube root.
  ///   - name: The stream's `node.name`.
  /// - Throws: That there is no such stream, or that it can't be set.
  package func setVolume(_ volume: Double, of name: String) throws {
    try run("wpctl", ["set-volume", "\(node(name).id)", "\(cbrt(volume))"])
  }

  /// Mutes or unmutes a stream as the user's mixer does.
  package func setMuted(_ isMuted: Bool, _ name: String) throws {
    try run("wpctl", ["set-mute", "\(node(name).id)", isMuted ? "1" : "0"])
  }

  /// Makes a sink the default as the user's mixer does.
  ///
  /// Not by `wpctl`, which may leave before it was told the defaults: then PipeWire, from 0.3 to 1.6,
  /// tells nobody any more what changes in them. The agent copes with that, but a second later.
  package func chooseSink(_ name: String) throws {
    try run(
      "pw-metadata",
      ["0", "default.configured.audio.sink", #"{"name":"\#(name)"}"#, "Spa:String:JSON"]
    )
  }

  /// Makes a sink; of those that nobody has chosen, the one with the highest priority is the
  /// default.
  package func createSink(
    _ name: String,
    priority: Int,
    _ more: [String: String] = [:]
  ) throws {
    let fixed = [
      "factory.name": "support.null-audio-sink", "node.name": name, "node.description": name,
      "media.class": "Audio/Sink", "object.linger": "true", "audio.position": "[ FL FR ]",
      "priority.session": "\(priority)", "priority.driver": "\(priority)",
    ]
    let properties = fixed.merging(more) { $1 }.map { "\($0) = \($1)" }.joined(separator: " ")
    try run("pw-cli", ["create-node", "adapter", "{ \(properties) }"])
    _ = try node(name)
  }

  /// Destroys a node, as if its hardware were gone.
  package func destroy(_ name: String) throws {
    try run("pw-cli", ["destroy", "\(node(name).id)"])
  }

  /// Plugs in a card with a loudspeaker and a jack, and a sink of the same name.
  ///
  /// - Returns: What takes the lines `plug` and `unplug`; the card is gone with it.
  package func plugIn(_ card: String) throws -> RunningProgram {
    let program = try start("audiosession-test-card", [card], readsLines: true)
    _ = try program.nextLine("ready")
    return program
  }

  /// What WirePlumber has written down, by its files' names.
  package func savedState() throws -> [String: String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: statePath)) ?? []
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let text = try String(contentsOfFile: "\(statePath)/\(name)", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return (name, lines.map(HeadlessGraph.ordered).joined(separator: "\n"))
      }
    )
  }

  /// A line of such a file with the members of its value in their order: since 0.5, each writing has
  /// another one.
  ///
  /// The channel map is left out, which PipeWire 1.6 tells of a stream only after its volumes.
  private static func ordered(_ line: Substring) -> String {
    let sides = line.split(separator: "=", maxSplits: 1)
    guard sides.count == 2, let members = try? JSONValue(parsing: String(sides[1])).members else {
      return String(line)
    }
    let volumes = members.filter { $0.name != "channelMap" }.sorted { $0.name < $1.name }
    return "\(sides[0])=\(JSONValue.object(volumes).text)"
  }
}
