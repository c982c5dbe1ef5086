/// The links between nodes, one for each channel.
struct GraphLinks {
  private struct Link {
    var output: UInt32
    var input: UInt32
  }

  private var byID: [UInt32: Link] = [:]
  /// By node, the nodes at the other ends, one entry per link.
  private var peers: [UInt32: [UInt32]] = [:]

  /// - Returns: The nodes that are linked now; nil if the properties name none.
  mutating func add(_ id: UInt32, _ properties: PipeWireProperties) -> [UInt32]? {
    guard let output = properties.number("link.output.node", as: UInt32.self),
      let input = properties.number("link.input.node", as: UInt32.self)
    else { return nil }
    byID[id] = Link(output: output, input: input)
    peers[output, default: []].append(input)
    peers[input, default: []].append(output)
    return [output, input]
  }

  /// - Returns: The nodes that it linked; nil if there was no such link.
  mutating func remove(_ id: UInt32) -> [UInt32]? {
    guard let link = byID.removeValue(forKey: id) else { return nil }
    removePeer(link.input, of: link.output)
    removePeer(link.output, of: link.input)
    return [link.output, link.input]
  }

  /// The nodes that a node is linked to, the oldest link first.
  func peers(of node: UInt32) -> [UInt32] { peers[node] ?? [] }

  private mutating func removePeer(_ peer: UInt32, of node: UInt32) {
    guard var rest = peers[node], let index = rest.firstIndex(of: peer) else { return }
    rest.remove(at: index)
    peers[node] = rest.isEmpty ? nil : rest
  }
}
