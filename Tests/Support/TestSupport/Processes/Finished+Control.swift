extension Finished {
  /// Runs `audiosessionctl` against the daemon at a path.
  package static func control(
    _ line: [String],
    at path: String,
    _ environment: [String: String] = [:]
  ) throws -> Finished {
    let all = environment.merging(["AUDIOSESSION_SOCKET": path]) { $1 }
    return try Finished(of: "audiosessionctl", line, environment: all)
  }

  /// Runs `audiosessionctl` as the user `nobody`; root alone can.
  package static func controlByNobody(_ line: [String], at path: String) throws -> Finished {
    let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    return try Finished(
      of: "/usr/bin/env",
      user + [Spawn.path(ofBuilt: "audiosessionctl")] + line,
      environment: ["AUDIOSESSION_SOCKET": path]
    )
  }
}
