extension Settings {
  /// Reads all files of `source` over the built-in settings.
  ///
  /// A file in which something is wrong is left out whole: half of what somebody meant may be the
  /// opposite of it. Whoever wants all files or none looks at ``LoadedSettings/leftOut``.
  ///
  /// - Parameters:
  ///   - source: Which files.
  ///   - instanceUser: The user of a per-user instance, nil for the system's.
  ///   - accounts: How names become numbers.
  /// - Returns: What holds, and what was left out.
  package static func load(
    from source: ConfigurationSource,
    instanceUser: UInt32? = nil,
    accounts: AccountNames
  ) -> LoadedSettings {
    var loader = Loader()
    for item in source.items { loader.find(item) }
    return load(loader, instanceUser: instanceUser, accounts: accounts)
  }

  /// Reads a text over the built-in settings, as a file that replaces all others.
  ///
  /// - Parameters:
  ///   - text: What the file would hold.
  ///   - name: What places in it are named by.
  ///   - instanceUser: The user of a per-user instance, nil for the system's.
  ///   - accounts: How names become numbers.
  /// - Returns: What would hold; nothing of the text does if anything is wrong with it.
  package static func load(
    text: String,
    named name: String,
    instanceUser: UInt32? = nil,
    accounts: AccountNames
  ) -> LoadedSettings {
    var loader = Loader()
    loader.sources = [.init(path: name, content: .success(UnitFile(Array(text.utf8), file: name)))]
    return load(loader, instanceUser: instanceUser, accounts: accounts)
  }

  private static func load(
    _ loader: Loader,
    instanceUser: UInt32?,
    accounts: AccountNames
  ) -> LoadedSettings {
    var leftOut: [String: [ConfigurationFault]] = [:]
    while true {
      var reader = SettingsReader(instanceUser: instanceUser, accounts: accounts)
      let sources = loader.sources.filter { leftOut[$0.path] == nil }
      for source in sources { source.apply(to: &reader) }
      reader.finish()
      if reader.faults.isEmpty {
        return LoadedSettings(
          settings: reader.settings,
          files: sources.map(\.path),
          leftOut: loader.sources.compactMap { source in
            leftOut[source.path].map { LeftOutFile(file: source.path, faults: $0) }
          },
          ignored: loader.ignored,
          warnings: reader.warnings,
          setBy: reader.setBy
        )
      }
      // What two files say may fit together only as long as both are there: once more without.
      for fault in reader.faults.sorted(by: { $0.place.line < $1.place.line }) {
        leftOut[fault.place.file, default: []].append(fault)
      }
    }
  }
}

/// Finds and reads the files, in order.
private struct Loader {
  /// A file or folder that counts, and what came of reading it.
  struct Source {
    var path: String
    var content: Result<UnitFile, ReadingFault>

    func apply(to reader: inout SettingsReader) {
      switch content {
      case .success(let file): reader.apply(file)
      case .failure(let fault): report(fault, to: &reader)
      }
    }

    private func report(_ fault: ReadingFault, to reader: inout SettingsReader) {
      let place = Place(file: path)
      switch fault {
      case .absent: reader.report("no such file", expected: "a file to read", at: place)
      case .failed(let why): reader.report(why, expected: "to be able to read it", at: place)
      case .tooLarge:
        reader.report("too large", expected: "at most \(TextFile.largest) bytes", at: place)
      }
    }
  }

  var sources: [Source] = []
  var ignored: [String] = []

  mutating func find(_ item: ConfigurationSource.Item) {
    switch item {
    case .optional(let path): read(path, mayBeAbsent: true)
    case .required(let path): read(path, mayBeAbsent: false)
    case .dropIns(let folders): findDropIns(folders)
    }
  }

  private mutating func read(_ path: String, mayBeAbsent: Bool) {
    do throws(ReadingFault) {
      let bytes = try TextFile.read(path)
      sources.append(Source(path: path, content: .success(UnitFile(bytes, file: path))))
    } catch {
      if error != .absent || !mayBeAbsent {
        sources.append(Source(path: path, content: .failure(error)))
      }
    }
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
        if error != .absent { sources.append(Source(path: folder, content: .failure(error))) }
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
