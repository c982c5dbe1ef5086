/// The files that make up a configuration, in the order in which they are read.
package enum ConfigurationSource: Equatable, Sendable {
  /// The system's instance; `root` stands before each path and is empty but in tests.
  case system(root: String = "")
  /// A per-user instance; `configurationHome` is `$XDG_CONFIG_HOME` or what stands for it.
  case user(root: String = "", configurationHome: String?)
  /// The agent's; `shippedFolder` has the rules that came with the program, and is nil where
  /// there can't be any.
  case agent(root: String = "", shippedFolder: String?, configurationHome: String?)
  /// The bridge's between machines.
  case house(root: String = "")
  /// This file and no other, and it must exist.
  case file(String)

  /// A file that may be absent, or the drop-ins of folders that may.
  enum Item: Equatable {
    case optional(String)
    case required(String)
    /// The `*.conf` of all these by name; of two with one name the later folder's is read alone.
    case dropIns([String])
  }

  /// The folders of profiles; of two files with one name the later folder's is taken.
  var profileFolders: [String] {
    let folder = "audiosession/profiles"
    func folders(_ root: String) -> [String] { ["/usr/lib/", "/etc/"].map { root + $0 + folder } }
    switch self {
    case .system(let root): return folders(root)
    case .user(let root, let home): return folders(root) + (home.map { ["\($0)/\(folder)"] } ?? [])
    case .file(let path):
      let parent = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      return folders("") + ["\(parent)profiles"]
    case .agent, .house: return []
    }
  }

  /// The files and folders to read, in order.
  var items: [Item] {
    switch self {
    case .file(let path): return [.required(path)]
    case .system(let root):
      let file = "audiosession/audiosessiond.conf"
      return [
        .optional("\(root)/usr/lib/\(file)"),
        .optional("\(root)/etc/\(file)"),
        .dropIns(["/usr/lib/", "/run/", "/etc/"].map { root + $0 + file + ".d" }),
      ]
    case .agent(let root, let shipped, let home):
      let file = "audiosession-agent.conf"
      let folders = ["/run", "/etc"].map { "\(root)\($0)/audiosession/\(file).d" }
      let own = home.map { "\($0)/audiosession/\(file)" }
      return (shipped.map { [.optional("\(root)\($0)/\(file)")] } ?? [])
        + [.optional("\(root)/etc/audiosession/\(file)"), .dropIns(folders)]
        + (own.map { [.optional($0), .dropIns(["\($0).d"])] } ?? [])
    case .house(let root):
      let file = "audiosession/audiosession-house.conf"
      return [
        .optional("\(root)/etc/\(file)"),
        .dropIns(["/run/", "/etc/"].map { root + $0 + file + ".d" }),
      ]
    case .user(let root, let home):
      let system = "\(root)/etc/audiosession/user.conf"
      let own = home.map { "\($0)/audiosession/audiosessiond.conf" }
      return [system, own].compactMap { $0 }.flatMap { file -> [Item] in
        [.optional(file), .dropIns([file + ".d"])]
      }
    }
  }
}
