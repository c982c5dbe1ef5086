extension Settings {
  /// Reads all files of `source` over the built-in settings.
  ///
  /// - Parameters:
  ///   - source: Which files.
  ///   - instanceUser: The user of a per-user instance, nil for the system's.
  ///   - accounts: How names become numbers.
  /// - Returns: The settings; users and groups that don't exist are among its warnings.
  /// - Throws: Everything that is wrong in any of the files.
  package static func load(
    from source: ConfigurationSource,
    instanceUser: UInt32? = nil,
    accounts: AccountNames
  ) throws(ConfigurationError) -> LoadedSettings {
    let builtIn = Settings(instanceUser: instanceUser)
    var loader = Loader(reader: SettingsReader(settings: builtIn, accounts: accounts))
    for item in source.items { loader.load(item) }
    loader.reader.checkRelations()
    guard loader.reader.faults.isEmpty else { throw ConfigurationError(loader.reader.faults) }
    return LoadedSettings(
      settings: loader.reader.settings,
      warnings: loader.reader.warnings,
      files: loader.files
    )
  }
}

/// Finds and reads the files, and hands them to the reader in order.
private struct Loader {
  var reader: SettingsReader
  var files: [String] = []

  mutating func load(_ item: ConfigurationSource.Item) {
    switch item {
    case .optional(let path): load(path, mayBeAbsent: true)
    case .required(let path): load(path, mayBeAbsent: false)
    case .dropIns(let folders): loadDropIns(folders)
    }
  }

  private mutating func load(_ path: String, mayBeAbsent: Bool) {
    do throws(ReadingFault) {
      let bytes = try TextFile.read(path)
      files.append(path)
      reader.apply(UnitFile(bytes, file: path))
    } catch {
      if error != .absent || !mayBeAbsent { report(error, at: path) }
    }
  }

  private mutating func loadDropIns(_ folders: [String]) {
    var paths: [String: String] = [:]
    for folder in folders {
      do throws(ReadingFault) {
        for name in try TextFile.dropIns(in: folder) { paths[name] = "\(folder)/\(name)" }
      } catch {
        if error != .absent { report(error, at: folder) }
      }
    }
    // By bytes, so that the order is the same in every locale.
    let names = paths.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for name in names {
      // A name whose file has gone leads nowhere, and somebody meant it to count.
      if let path = paths[name] { load(path, mayBeAbsent: false) }
    }
  }

  private mutating func report(_ fault: ReadingFault, at path: String) {
    let place = Place(file: path)
    switch fault {
    case .absent: reader.report("no such file", expected: "a file to read", at: place)
    case .failed(let why): reader.report(why, expected: "to be able to read it", at: place)
    case .tooLarge:
      reader.report("too large", expected: "at most \(TextFile.largest) bytes", at: place)
    }
  }
}
