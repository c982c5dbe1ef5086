import CAudioSessionLinux

/// How the C library keeps memory that was freed; see mallopt(3).
package enum Heap {
  /// Gives freed memory back as soon as it can be, so that one large answer doesn't leave the process
  /// large for good.
  package static func keepSmall() {
    // It fails for an unknown parameter only.
    _ = audiosession_keep_heap_small()
  }
}
