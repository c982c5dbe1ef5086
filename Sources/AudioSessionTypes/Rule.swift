/// The rules of `Rules.md`; a case's name is the id on the wire, in the log, in code and in tests.
// swift-format-ignore: AlwaysUseLowerCamelCase
package enum Rule: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case R1 = 1
  case R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13, R14, R15, R16, R17, R18, R19, R20
  case R21, R22, R23, R24, R25, R26, R27, R28, R29, R30, R31, R32, R33, R34, R35, R36, R37, R38
  case R39, R40, R41, R42, R43, R44, R45, R46, R47, R48, R49, R50, R51, R52, R53, R54, R55, R56
  case R57, R58, R59, R60, R61, R62, R63, R64, R65, R66, R67, R68, R69

  /// The id, such as `R28`.
  package var name: String { "R\(rawValue)" }
}
