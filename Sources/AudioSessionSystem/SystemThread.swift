import CAudioSessionLinux
import Glibc

/// A thread of this package, inside a program that may be somebody else's.
package enum SystemThread {
  /// Starts a detached thread that handles none of the program's signals.
  ///
  /// - Parameters:
  ///   - name: Its name in tools; the kernel keeps 15 bytes.
  ///   - body: The thread's function; when it returns, the thread ends.
  /// - Throws: `EAGAIN` if there are too many threads.
  package static func start(
    named name: StaticString,
    _ body: @escaping @Sendable () -> Void
  ) throws(Errno) {
    let context = Unmanaged.passRetained(ThreadBody(name: name, run: body))
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A thread has from its birth the mask of the one that started it.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, { ThreadBody.run($0) }, context.toOpaque())
    guard code == 0 else {
      context.release()
      throw Errno(.pthread_create, code)
    }
    pthread_detach(thread)
  }
}

/// A thread's function, behind the one pointer that pthread_create(3) passes.
private final class ThreadBody {
  private let name: StaticString
  private let run: @Sendable () -> Void

  init(name: StaticString, run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }

  static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let body = Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
    body.name.withUTF8Buffer { name in
      name.withMemoryRebound(to: CChar.self) { _ = audiosession_thread_name($0.baseAddress) }
    }
    body.run()
    return nil
  }
}
