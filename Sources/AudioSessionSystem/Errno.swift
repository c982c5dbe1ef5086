import Glibc

/// A system call that failed: which one, and the kernel's number for why.
package struct Errno: Error, Equatable, Sendable {
  /// The calls of this package that can fail; the raw value is the name in the manual.
  package enum Call: String, Sendable {
    case accept4, bind, connect, epoll_create1, epoll_ctl, epoll_wait, fchmod, fcntl, flock, fstat
    case ftruncate, getgrgid_r, memfd_create, mmap, sendmsg, stat
    case getgrnam_r, getpwnam_r, getpwuid_r, getrandom, getrlimit, getsockopt, listen, lstat, open,
      poll
    case inotify_add_watch, inotify_init1, mkdir
    case pidfd_open, pipe, pthread_create, read, recv, send, setrlimit, shutdown, signalfd, socket
    case timerfd_create, timerfd_settime, unlink
  }

  package let call: Call
  package let code: CInt

  package init(_ call: Call, _ code: CInt) {
    self.call = call
    self.code = code
  }
}

extension Errno: CustomStringConvertible {
  /// For people: `accept4: Too many open files`.
  package var description: String { "\(call.rawValue): \(String(cString: strerror(code)))" }
}
