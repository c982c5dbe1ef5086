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
    load(ConfigurationFiles(source), instanceUser: instanceUser, accounts: accounts)
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
    let files = ConfigurationFiles(text: text, named: name)
    return load(files, instanceUser: instanceUser, accounts: accounts)
  }

  private static func load(
    _ found: ConfigurationFiles,
    instanceUser: UInt32?,
    accounts: AccountNames
  ) -> LoadedSettings {
    var leftOut: [String: [ConfigurationFault]] = [:]
    while true {
      var reader = SettingsReader(instanceUser: instanceUser, accounts: accounts)
      let files = found.files.filter { leftOut[$0.path] == nil }
      for file in files {
        switch file.content {
        case .text(let text): reader.apply(text)
        case .unreadable(let fault): reader.report(fault)
        }
      }
      reader.finish()
      if reader.faults.isEmpty {
        return LoadedSettings(
          settings: reader.settings,
          files: files.map(\.path),
          leftOut: found.files.compactMap { file in
            leftOut[file.path].map { LeftOutFile(file: file.path, faults: $0) }
          },
          ignored: found.ignored,
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
