import Glibc

/// Users and groups by name and number, from the system's name service (NSS).
package enum Account {
  /// The number of the user, or nil if there is none of this name.
  package static func userID(named name: String) throws(Errno) -> UInt32? {
    try lookUp(.getpwnam_r) { buffer, size, userID in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let code = getpwnam_r(name, &entry, buffer, size, &found)
      if found != nil { userID = entry.pw_uid }
      return code
    }
  }

  /// The number of the group, or nil if there is none of this name.
  package static func groupID(named name: String) throws(Errno) -> UInt32? {
    try lookUp(.getgrnam_r) { buffer, size, groupID in
      var entry = group()
      var found: UnsafeMutablePointer<group>?
      let code = getgrnam_r(name, &entry, buffer, size, &found)
      if found != nil { groupID = entry.gr_gid }
      return code
    }
  }

  /// The name of the user, or nil if there is none of this number.
  package static func userName(of userID: UInt32) throws(Errno) -> String? {
    try lookUp(.getpwuid_r) { buffer, size, name in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let code = getpwuid_r(userID, &entry, buffer, size, &found)
      if found != nil { name = String(cString: entry.pw_name) }
      return code
    }
  }

  /// The name of the group, or nil if there is none of this number.
  package static func groupName(of groupID: UInt32) throws(Errno) -> String? {
    try lookUp(.getgrgid_r) { buffer, size, name in
      var entry = group()
      var found: UnsafeMutablePointer<group>?
      let code = getgrgid_r(groupID, &entry, buffer, size, &found)
      if found != nil { name = String(cString: entry.gr_name) }
      return code
    }
  }

  /// The IDs of the user's groups, the primary group first; none if there is no such user.
  package static func groups(ofUser userID: UInt32) throws(Errno) -> [UInt32] {
    let user: (name: String, group: UInt32)? = try lookUp(.getpwuid_r) { buffer, size, user in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let code = getpwuid_r(userID, &entry, buffer, size, &found)
      if found != nil { user = (String(cString: entry.pw_name), entry.pw_gid) }
      return code
    }
    guard let user else { return [] }
    var count: CInt = 64
    while true {
      var groups = [UInt32](repeating: 0, count: Int(count))
      let room = count
      if getgrouplist(user.name, user.group, &groups, &count) >= 0 {
        return Array(groups.prefix(Int(count)))
      }
      // It says how much room it needs; the groups may be more by the next call.
      count = max(count, room * 2)
    }
  }

  /// Calls `body` with a growing buffer until the entry fits; `body` returns an error number or 0.
  private static func lookUp<Value>(
    _ call: Errno.Call,
    _ body: (UnsafeMutablePointer<CChar>, Int, inout Value?) -> CInt
  ) throws(Errno) -> Value? {
    var size = 1024
    var value: Value?
    while true {
      var buffer = [CChar](repeating: 0, count: size)
      let code = body(&buffer, size, &value)
      switch code {
      case 0, ENOENT, ESRCH, EBADF, EPERM: return value  // All mean "no such name", getpwnam(3).
      case ERANGE: size *= 4
      case EINTR: break
      default: throw Errno(call, code)
      }
    }
  }
}
