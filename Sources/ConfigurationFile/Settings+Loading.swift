extension Settings {
  /// Reads all files of `source` over the built-in settings.
  ///
  /// A file with a fault is left out as a whole: half of the intended settings may be the opposite
  /// of them. A caller that wants all files or none looks at ``LoadedSettings/leftOut``.
  ///
  /// - Parameters:
  ///   - source: The files.
  ///   - instanceUser: The user of a per-user instance, nil for the system's.
  ///   - accounts: Looks up users and groups.
  /// - Returns: The settings, and the files that were left out.
  package static func load(
    from source: ConfigurationSource,
    instanceUser: UInt32? = nil,
    accounts: AccountIDs
  ) -> LoadedSettings {
    load(ConfigurationFiles(source), instanceUser: instanceUser, accounts: accounts)
  }

  /// Reads a text over the built-in settings, as a file that replaces all others.
  ///
  /// - Parameters:
  ///   - text: The file's content.
  ///   - name: The file's name in faults.
  ///   - instanceUser: The user of a per-user instance, nil for the system's.
  ///   - accounts: Looks up users and groups.
  /// - Returns: The settings; if the text has a fault, nothing of it takes effect.
  package static func load(
    text: String,
    named name: String,
    instanceUser: UInt32? = nil,
    accounts: AccountIDs
  ) -> LoadedSettings {
    let files = ConfigurationFiles(text: text, named: name)
    return load(files, instanceUser: instanceUser, accounts: accounts)
  }

  /// Reads these files over the built-in settings.
  static func load(
    _ found: ConfigurationFiles,
    instanceUser: UInt32?,
    accounts: AccountIDs
  ) -> LoadedSettings {
    var leftOut: [String: [ConfigurationFault]] = [:]
    var profiles: [ConfigurationFiles.File] = []
    while true {
      var reader = SettingsReader(instanceUser: instanceUser, accounts: accounts)
      let files = found.files.filter { leftOut[$0.path] == nil }
      var base: ConfigurationFiles.File?
      if let line = ProfileLine(in: files) {
        if let profile = found.profile(line.name) {
          if !profiles.contains(where: { $0.path == profile.path }) { profiles.append(profile) }
          if leftOut[profile.path] == nil { base = profile }
        } else {
          reader.report(line.fault(insteadOf: found.profileNames))
        }
      }
      if let base { reader.apply(base, isProfile: true) }
      for file in files { reader.apply(file) }
      reader.finish()
      if reader.faults.isEmpty {
        return LoadedSettings(
          settings: reader.settings,
          files: ([base].compactMap { $0 } + files).map { $0.path },
          leftOut: (profiles + found.files).compactMap { file in
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
