/// The direction of a stream, as seen by its program.
package enum StreamDirection: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The program plays.
  case output
  /// The program captures.
  case input
}

/// The owner of a stream, as far as it is known.
package enum StreamOwner: Hashable, Sendable {
  /// Known by the credential of its connection, `pipewire.sec.pid`.
  case credential(pid: Int32)
  /// Claimed by the program, in `application.process.id`, because the connection is
  /// pipewire-pulse's. It doesn't suffice for a priority or role that takes a grant.
  case claim(pid: Int32)
  /// Unknown; the sentence says why, for `--explain-rules`.
  case unknown(because: String)

  /// The process; nil if unknown.
  package var pid: Int32? {
    switch self {
    case .credential(let pid), .claim(let pid): pid
    case .unknown: nil
    }
  }
}

/// The properties of a stream that rules test and people are shown.
package struct StreamDescription: Equatable, Sendable {
  package var direction: StreamDirection
  package var owner: StreamOwner
  /// `node.name`.
  package var nodeName = ""
  /// `media.name`, such as the title that it plays.
  package var mediaName = ""
  /// `media.role` in PipeWire's spelling (`Music`), even if a PulseAudio client said `music`.
  package var mediaRole: String?
  /// `application.name` of the node, or else of the client.
  package var applicationName = ""
  /// The name of the program's file: `application.process.binary`, or by the pid.
  package var binary = ""
  /// `pipewire.access.portal.app_id`, or the Flatpak or desktop id by the process's unit.
  ///
  /// It says how the program was started, and not which program it is: a terminal's commands have
  /// the terminal's.
  package var portalAppID: String?
  /// The Flatpak or portal id of the sandbox that the program runs in; nil if it runs in none.
  package var sandbox: String?
  /// The ancestors of the owner's process, nearest first: a browser's player belongs to one of
  /// them.
  package var ancestors: [Int32] = []
  /// The names of the ancestors' files, nearest first.
  package var parents: [String] = []
  /// The process whose program this is, an ancestor whose helper the owner's process is; nil if it
  /// is the owner's process itself.
  package var family: Int32?
  /// The `node.name` of the sink or source that it is, or else will be, linked to.
  package var device: String?
  /// Whether its program lowers it by itself, by the property `audiosession.gain`.
  package var lowersItself = false

  package init(direction: StreamDirection, owner: StreamOwner) {
    self.direction = direction
    self.owner = owner
  }

  /// The owner's process and its ancestors, nearest first; none if the owner is unknown.
  var processes: [Int32] { owner.pid.map { [$0] + ancestors } ?? [] }
}

/// The state of a stream's node.
package enum StreamState: String, Sendable, BitwiseCopyable {
  /// Sound flows.
  case running
  /// Linked, but stopped by its program.
  case idle
  /// Not linked, or not ready.
  case suspended
}

/// A stream's volumes, as its node shows them: linear, one per channel.
package struct StreamVolumes: Equatable, Sendable {
  /// The user's own volumes, which mixers show and the session manager saves.
  package var channels: [Float]
  /// The soft volumes, heard in their place once set: ours, and never saved.
  package var soft: [Float]
  package var isMuted: Bool

  package init(channels: [Float], soft: [Float] = [], isMuted: Bool = false) {
    self.channels = channels
    self.soft = soft
    self.isMuted = isMuted
  }
}
