/// Which way a stream's sound goes, as its program sees it.
package enum StreamDirection: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The program plays.
  case output
  /// The program captures.
  case input
}

/// Who made a stream, as far as it can be known.
package enum StreamOwner: Hashable, Sendable {
  /// By the credential of its connection, `pipewire.sec.pid`.
  case credential(pid: Int32)
  /// By the program's own word, `application.process.id`, because the connection is
  /// pipewire-pulse's. It never grants a priority or a role that takes a grant.
  case claim(pid: Int32)
  /// It can't be known; the sentence says why, for `explain`.
  case unknown(because: String)

  /// The process, if there is one that can be named.
  package var pid: Int32? {
    switch self {
    case .credential(let pid), .claim(let pid): pid
    case .unknown: nil
    }
  }
}

/// What PipeWire says of a stream: what rules look at, and what people are shown.
package struct StreamDescription: Equatable, Sendable {
  package var direction: StreamDirection
  package var owner: StreamOwner
  /// `node.name`.
  package var nodeName = ""
  /// `media.name`: what it plays.
  package var mediaName = ""
  /// `media.role` in PipeWire's spelling (`Music`), also where a PulseAudio client said `music`.
  package var mediaRole: String?
  /// `application.name`, of the node or else of the client.
  package var applicationName = ""
  /// The program's file without its folder: `application.process.binary`, or by the pid.
  package var binary = ""
  /// `pipewire.access.portal.app_id`, or the Flatpak or desktop id by the process's unit.
  package var portalAppID: String?
  /// The processes above the owner, nearest first: a browser's player belongs to one of them.
  package var ancestors: [Int32] = []
  /// The sink or source that it is linked to, or else is to be linked to, by `node.name`.
  package var device: String?

  package init(direction: StreamDirection, owner: StreamOwner) {
    self.direction = direction
    self.owner = owner
  }
}

/// What a stream's node does.
package enum StreamState: String, Sendable, BitwiseCopyable {
  /// Sound flows.
  case running
  /// It is linked, and its program has stopped it.
  case idle
  /// It is linked to nothing, or isn't ready.
  case suspended
}

/// A stream's volumes as its node shows them.
package struct StreamVolumes: Equatable, Sendable {
  /// The user's own, linear, one a channel: what mixers show and what is saved.
  package var channels: [Float]
  /// What is heard in its place once it was set: ours; never saved.
  package var soft: [Float]
  package var isMuted: Bool

  package init(channels: [Float], soft: [Float] = [], isMuted: Bool = false) {
    self.channels = channels
    self.soft = soft
    self.isMuted = isMuted
  }
}
