import AudioSessionSystem
import Enforcement
import Glibc

/// A client of PipeWire: the owner of its streams, and what is known of its program.
struct GraphClient: Equatable {
  var owner: StreamOwner
  /// `application.name`.
  var applicationName = ""
  /// The name of the program's file, without its folder.
  var binary = ""
  /// The id by the portal, or else by the unit of the owner's process.
  var portalAppID: String?
  /// The Flatpak or portal id of its sandbox; nil if it runs in none.
  var sandbox: String?
  /// The ancestors of the owner's process, nearest first.
  var ancestors: [ProcessTree.Member] = []
  /// The process whose program it is.
  var family: Int32?

  /// Programs that connect on behalf of others, so that their own credentials say nothing about a
  /// stream; `pipewire` itself can be pipewire-pulse as well.
  private static let relays: Set<String> = [
    "pipewire", "pipewire-pulse", "xdg-desktop-portal",
  ]

  /// Creates a client from the registry's properties alone, as when its first stream is seen.
  init(announcement properties: PipeWireProperties) {
    applicationName = properties["application.name"] ?? ""
    guard let pid = properties.number("pipewire.sec.pid", as: Int32.self), pid > 0,
      let binary = GraphClient.binary(of: pid), !GraphClient.relays.contains(binary)
    else {
      owner = .unknown(because: "PipeWire hasn't told yet which program its client connected for")
      return
    }
    owner = .credential(pid: pid)
    complete(pid: pid)
  }

  /// Creates a client from all its properties.
  ///
  /// - Parameters:
  ///   - properties: All its properties in PipeWire.
  ///   - flatpak: Looks up the processes of sandboxed programs.
  init(_ properties: PipeWireProperties, flatpak: Flatpak?) {
    portalAppID = properties["pipewire.access.portal.app_id"].flatMap { $0.isEmpty ? nil : $0 }
    sandbox = portalAppID
    owner = GraphClient.owner(properties, portalAppID: portalAppID, flatpak)
    applicationName = properties["application.name"] ?? ""
    binary = properties["application.process.binary"] ?? ""
    if let pid = owner.pid { complete(pid: pid) }
  }

  /// Adds what the kernel tells of the owner's process.
  private mutating func complete(pid: Int32) {
    let lineage = ProcessTree.lineage(of: pid)
    if case .credential = owner, let name = lineage.first?.name, !name.isEmpty { binary = name }
    ancestors = Array(lineage.dropFirst())
    family = ProcessTree.family(of: lineage)
    if portalAppID == nil, let unit = (try? ProcessInformation.read(pid: pid))?.userUnit {
      portalAppID = DesktopUnit.applicationID(inUnit: unit)
      if DesktopUnit.isFlatpak(unit) { sandbox = portalAppID }
    }
  }

  private static func binary(of pid: Int32) -> String? {
    SmallFile.target(ofLink: "/proc/\(pid)/exe")?.split(separator: "/").last.map(String.init)
  }

  private static func owner(
    _ properties: PipeWireProperties,
    portalAppID: String?,
    _ flatpak: Flatpak?
  ) -> StreamOwner {
    let instance = properties["pipewire.access.portal.instance_id"]
    let peer = properties.number("pipewire.sec.pid", as: Int32.self) ?? 0
    // Any client may say of itself that it is pipewire-pulse's.
    if properties["client.api"] == "pipewire-pulse", binary(of: peer).map(relays.contains) ?? true {
      guard let portalAppID else { return claim(properties) }
      return sandboxed(portalAppID, instance, flatpak) { .claim(pid: $0) }
    }
    // The portal's own connection, which it hands to a program.
    if properties["pipewire.access"] == "portal" {
      guard let portalAppID else {
        return .unknown(because: "the desktop portal connected for a program that it doesn't name")
      }
      return sandboxed(portalAppID, instance, flatpak) { .credential(pid: $0) }
    }
    guard peer > 0 else {
      return .unknown(because: "PipeWire can't see the process that connected")
    }
    return .credential(pid: peer)
  }

  /// The program's own claim, as far as it can be true.
  private static func claim(_ properties: PipeWireProperties) -> StreamOwner {
    if properties["pulse.server.type"] == "tcp" {
      return .unknown(because: "its program connected to pipewire-pulse from another machine")
    }
    guard let pid = properties.number("application.process.id", as: Int32.self), pid > 0 else {
      return .unknown(because: "its program doesn't say which process it is")
    }
    // A container's pids are others' outside, most often of nobody or of the system's.
    guard let user = try? ProcessInformation.credentials(pid: pid).uid, user == getuid() else {
      return .unknown(because: "its program says it is process \(pid), which isn't this user's")
    }
    return .claim(pid: pid)
  }

  private static func sandboxed(
    _ application: String,
    _ instance: String?,
    _ flatpak: Flatpak?,
    _ owner: (Int32) -> StreamOwner
  ) -> StreamOwner {
    guard let flatpak else {
      return .unknown(because: "it is sandboxed, and there is no XDG_RUNTIME_DIR to look it up in")
    }
    switch flatpak.process(of: application, instance: instance) {
    case .process(let pid): return owner(pid)
    case .unknown(let reason): return .unknown(because: reason)
    }
  }
}
