import Glibc

/// libFuzzer's loop, in the library that `.ci/fuzz` links.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private enum CommandLineWords {
  static let target = CommandLine.arguments.dropFirst().first.flatMap(Target.init)
}

// audiosession-fuzz TARGET [OPTION...] [FOLDER...]: options and folders are libFuzzer's.
if CommandLineWords.target == nil {
  print(Target.allCases.map { $0.rawValue }.joined(separator: "\n"))
  exit(CommandLine.arguments.count > 1 ? 1 : 0)
}
var count = CommandLine.argc - 1
var words = CommandLine.unsafeArgv + 1
// To merge inputs, libFuzzer has a shell start its first word again.
words[0] = strdup(CommandLine.arguments.prefix(2).joined(separator: " "))
exit(
  runDriver(&count, &words) { start, count in
    CommandLineWords.target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }
)
