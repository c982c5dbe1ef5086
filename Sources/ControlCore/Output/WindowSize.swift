package import Glibc

/// The size of a terminal, as ioctl_tty(2) tells it.
package enum WindowSize {
  /// The size of the terminal behind a descriptor; nil if it is no terminal.
  ///
  /// A number is 0 if the terminal doesn't say.
  package static func of(_ descriptor: CInt) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
