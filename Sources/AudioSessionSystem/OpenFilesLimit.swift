import Glibc

/// How many descriptors the process may have; see getrlimit(2), `RLIMIT_NOFILE`.
package enum OpenFilesLimit {
  /// Raises the soft limit to the hard one, which needs no right.
  ///
  /// - Returns: How many descriptors the process may have now.
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
