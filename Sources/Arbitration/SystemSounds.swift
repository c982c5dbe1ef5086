/// R46: a system sound is no session; it never interrupts or ducks, and is silent at times.
extension Arbiter {
  /// Whether a system sound has to be silent now.
  package var silencesSystemSounds: Bool {
    processes.silencing > 0
      || !sessions.classes(.active).intersection(ClassIndex.overSystemSounds).isEmpty
  }
}
