/// The program's arguments: the standard library's type, which Embedded Swift lacks.
public enum CommandLine {
  /// The program's name, and what follows it.
  public static var arguments: [String] {
    (0..<audiosession_argument_count()).map { String(cString: audiosession_argument($0)) }
  }
}
