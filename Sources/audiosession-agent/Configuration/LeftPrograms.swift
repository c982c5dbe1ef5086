import AudioSessionSystem
import AudioSessionWire
import Glibc

/// The user's own file of programs that are left alone, which `--leave` and `--adopt` write.
struct LeftPrograms {
  /// What a program's name has to be.
  static let expected = "a name of at most \(Limits().nameBytes) bytes without control characters"

  /// The file.
  let path: String
  private let folder: String
  private(set) var programs: [String]

  /// Reads the file; a missing one has no programs.
  ///
  /// - Parameter configurationHome: `$XDG_CONFIG_HOME` or what stands for it.
  init(configurationHome: String) {
    folder = "\(configurationHome)/audiosession/audiosession-agent.conf.d"
    // Before the user's other files, whose rules may be about the same programs.
    path = "\(folder)/00-left-alone.conf"
    let key = "\(LeftPrograms.properties[0])="
    programs = (SmallFile.text(path) ?? "").split(separator: "\n")
      .filter { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
  }

  /// The name as it may stand in the file; nil if it may not.
  static func name(_ text: String) -> String? {
    let name = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    let isLegal =
      !name.isEmpty && String(name).utf8.count <= Limits().nameBytes
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isLegal ? String(name) : nil
  }

  /// Adds or removes a program.
  ///
  /// - Parameters:
  ///   - program: A name as by ``name(_:)``.
  ///   - isLeft: Whether it is to be left alone.
  /// - Returns: Whether that is news.
  /// - Throws: The file can't be written; it is as it was.
  mutating func set(_ program: String, _ isLeft: Bool) throws(Errno) -> Bool {
    let isListed = programs.contains { $0.lowercased() == program.lowercased() }
    if isListed == isLeft { return false }
    programs =
      isLeft
      ? programs + [program] : programs.filter { $0.lowercased() != program.lowercased() }
    try write()
    return true
  }

  /// The properties by which a program may be named; the first is read back.
  private static let properties = ["Binary", "PortalAppID", "ApplicationName"]

  /// The file's text: a rule for each property.
  var text: String {
    let rules = LeftPrograms.properties.map { property in
      let lines = programs.map { "\(property)=\($0)\n" }.joined()
      return "\n[Rule left-alone-by-\(property)]\n\(lines)Action=leave\n"
    }
    return "# Written by audiosession-agent --leave; --adopt takes a program out again.\n"
      + rules.joined()
  }

  private func write() throws(Errno) {
    if programs.isEmpty {
      try SystemCall.perform(.unlink) { unlink(path) }
      return
    }
    try makeFolders()
    let temporary = "\(path).new"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let file = FileDescriptor(
      try SystemCall.perform(.open) { open(temporary, flags, 0o644) }
    )
    let bytes = Array(text.utf8)
    let count = try SystemCall.perform(.write) { Glibc.write(file.number, bytes, bytes.count) }
    guard count == bytes.count else { throw Errno(.write, ENOSPC) }
    try SystemCall.perform(.rename) { rename(temporary, path) }
  }

  private func makeFolders() throws(Errno) {
    var path = ""
    for name in folder.split(separator: "/") {
      path += "/\(name)"
      guard mkdir(path, 0o755) != 0, errno != EEXIST else { continue }
      throw Errno(.mkdir, errno)
    }
  }
}
