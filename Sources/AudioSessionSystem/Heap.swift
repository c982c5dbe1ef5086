import CAudioSessionLinux

/// Settings of the C library's heap; see mallopt(3).
package enum Heap {
  /// Returns freed memory to the system as early as possible, so that one large answer doesn't
  /// leave the process large for good.
  package static func keepSmall() {
    // It fails for an unknown parameter only.
    _ = audiosession_keep_heap_small()
  }

  /// Returns the free memory between what is in use to the system, too.
  ///
  /// It takes some milliseconds after much was freed.
  package static func trim() { audiosession_trim_heap() }
}
