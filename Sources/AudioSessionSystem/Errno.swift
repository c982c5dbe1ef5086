import Glibc

/// A failed system call and its error number.
package struct Errno: Error, Equatable, Sendable {
  /// The calls in use that can fail; the raw value is the name in the manual.
  package enum Call: String, Sendable {
    case accept4, bind, connect, epoll_create1, epoll_ctl, epoll_wait, execve, fchmod, fcntl, flock
    case fork, fstat, ftruncate, getrandom, getrlimit, getsockopt, inotify_add_watch, inotify_init1,
      listen, lstat, memfd_create, mkdir
    case mmap, open, pidfd_open, pipe, poll, posix_spawn, pthread_create, read, recv, rename
    case sched_setscheduler, send, sendmsg, setpriority, setrlimit, setsockopt, shutdown, signalfd
    case socket, socketpair, stat, timerfd_create, timerfd_settime, truncate, unlink, waitid
    case waitpid, write
  }

  package let call: Call
  package let code: CInt

  package init(_ call: Call, _ code: CInt) {
    self.call = call
    self.code = code
  }

  /// Whether resources are short at the moment, which says nothing about what was asked for.
  package var isShortage: Bool {
    switch code {
    case EMFILE, ENFILE, ENOMEM, ENOBUFS, ENOSPC, ETOOMANYREFS: true
    default: false
    }
  }
}

extension Errno: CustomStringConvertible {
  /// A message such as `accept4: Too many open files`.
  package var description: String { "\(call.rawValue): \(String(cString: strerror(code)))" }
}
