import Glibc

/// The limit on the process's open descriptors; see getrlimit(2), `RLIMIT_NOFILE`.
package enum OpenFilesLimit {
  /// Raises the soft limit to the hard one, which needs no privilege.
  ///
  /// - Returns: The new limit.
  @discardableResult
  package static func raise() throws(Errno) -> UInt64 {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    try SystemCall.perform(.getrlimit) { getrlimit(resource, &limit) }
    limit.rlim_cur = limit.rlim_max
    try SystemCall.perform(.setrlimit) { setrlimit(resource, &limit) }
    return UInt64(limit.rlim_cur)
  }
}
