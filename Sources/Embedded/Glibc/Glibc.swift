// The parts of Swift's Glibc module that the project uses, for Embedded Swift, which has no such
// module. Files import Glibc in both builds, and find the same names.
@_exported public import CGlibc

/// The number of the calling thread's latest error; see errno(3).
public var errno: Int32 {
  get { __errno_location().pointee }
  set { __errno_location().pointee = newValue }
}

/// Opens a file that exists; see open(2).
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  audiosession_open(path, flags, 0)
}

/// Opens a file, with the mode of one that is created; see open(2).
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  audiosession_open(path, flags, mode)
}

/// Operates on a descriptor, by a command without an argument; see fcntl(2).
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 {
  audiosession_fcntl(descriptor, command, 0)
}

/// Operates on a descriptor; see fcntl(2).
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 {
  audiosession_fcntl(descriptor, command, value)
}

/// Operates on a device; see ioctl(2).
public func ioctl(_ descriptor: Int32, _ request: UInt, _ value: UnsafeMutableRawPointer) -> Int32 {
  audiosession_ioctl(descriptor, request, value)
}

/// The variables of the process; see environ(7).
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { audiosession_environ() }

// C has these as numbers of another type than `mode_t`, or as casts, which aren't imported.

/// The bits of a file's mode that are its type; see inode(7).
public var S_IFMT: mode_t { 0o170000 }
/// The type of a socket.
public var S_IFSOCK: mode_t { 0o140000 }
/// The type of a regular file.
public var S_IFREG: mode_t { 0o100000 }
/// The type of a symbolic link.
public var S_IFLNK: mode_t { 0o120000 }
/// The type of a folder.
public var S_IFDIR: mode_t { 0o040000 }
/// A signal does what it does by default; see signal(7).
public var SIG_DFL: __sighandler_t? { nil }
/// A signal is ignored.
public var SIG_IGN: __sighandler_t? { audiosession_ignore() }
