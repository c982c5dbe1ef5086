/// The files of a configuration as they were found, in the order in which they apply.
package struct ConfigurationFiles: Sendable {
  /// A file or folder, and the result of reading it.
  package struct File: Sendable {
    package enum Content: Sendable {
      case text(UnitFile)
      case unreadable(ConfigurationFault)
    }

    package var path: String
    package var content: Content
  }

  package private(set) var files: [File] = []
  /// Files beside the drop-ins that aren't read, since their names don't end in `.conf`.
  package private(set) var ignored: [String] = []

  /// The folders of profiles, the one that takes precedence last.
  private var profileFolders: [String] = []

  /// Finds and reads the files of `source`.
  package init(_ source: ConfigurationSource) {
    profileFolders = source.profileFolders
    for item in source.items {
      switch item {
      case .optional(let path): read(path, mayBeAbsent: true)
      case .required(let path): read(path, mayBeAbsent: false)
      case .dropIns(let folders): findDropIns(folders)
      }
    }
  }

  /// No file, but the profiles of these folders, the one that takes precedence last.
  init(profileFolders: [String]) { self.profileFolders = profileFolders }

  /// A text in place of all files.
  ///
  /// - Parameters:
  ///   - text: The file's content.
  ///   - name: The file's name in faults.
  package init(text: String, named name: String) {
    files = [File(path: name, content: .text(UnitFile(Array(text.utf8), file: name)))]
  }

  /// The file of a profile; nil if there is none of that name.
  func profile(_ name: String) -> File? {
    for folder in profileFolders.reversed() {
      if let file = ConfigurationFiles.read("\(folder)/\(name).conf", mayBeAbsent: true) {
        return file
      }
    }
    return nil
  }

  /// The names of all profiles, sorted; a folder that can't be read has none.
  var profileNames: [String] {
    let names = profileFolders.flatMap { (try? TextFile.names(in: $0)) ?? [] }
    return Set(names.filter { $0.hasSuffix(".conf") }.map { String($0.dropLast(5)) }).sorted()
  }

  private mutating func read(_ path: String, mayBeAbsent: Bool) {
    if let file = ConfigurationFiles.read(path, mayBeAbsent: mayBeAbsent) { files.append(file) }
  }

  /// A file; nil if it is absent and may be.
  private static func read(_ path: String, mayBeAbsent: Bool) -> File? {
    do throws(ReadingFault) {
      let bytes = try TextFile.read(path)
      return File(path: path, content: .text(UnitFile(bytes, file: path)))
    } catch {
      return error == .absent && mayBeAbsent ? nil : unreadable(error, path)
    }
  }

  private static func unreadable(_ fault: ReadingFault, _ path: String) -> File {
    let (found, expected) =
      switch fault {
      case .absent: ("no such file", "a file to read")
      case .failed(let why): (why, "to be able to read it")
      case .tooLarge: ("too large", "at most \(TextFile.largest) bytes")
      }
    let place = Place(file: path)
    let said = ConfigurationFault(at: place, found: found, expected: expected)
    return File(path: path, content: .unreadable(said))
  }

  private mutating func findDropIns(_ folders: [String]) {
    var paths: [String: String] = [:]
    for folder in folders {
      do throws(ReadingFault) {
        for name in try TextFile.names(in: folder).sorted() {
          let path = "\(folder)/\(name)"
          if name.hasSuffix(".conf") { paths[name] = path } else { ignored.append(path) }
        }
      } catch {
        if error != .absent { files.append(ConfigurationFiles.unreadable(error, folder)) }
      }
    }
    // By bytes, so that the order is the same in every locale.
    let names = paths.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for name in names {
      // A name whose file has gone leads nowhere, and somebody meant it to count.
      if let path = paths[name] { read(path, mayBeAbsent: false) }
    }
  }
}
