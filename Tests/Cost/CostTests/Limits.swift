/// What the daemon that the package installs may cost at most.
///
/// None of it depends on a clock, and hardly any on what else the machine does; with which
/// instructions glibc copies memory depends on the processor, which is up to 4 in a thousand. To
/// move a limit deliberately, run the tests (they print what they measure), set the number here to
/// what is measured plus 4 %, or to just that for allocations and system calls, and say why in the
/// commit. A limit that is more than twice what is measured guards nothing, and fails, too.
extension Limit {
  static let all = [
    Limit(.again, .instructions, 14_780),
    Limit(.again, .allocations, 1),
    Limit(.again, .systemCalls, 3),
    Limit(.toggle, .instructions, 44_250),
    Limit(.toggle, .allocations, 7),
    Limit(.toggle, .systemCalls, 3),
    Limit(.status, .instructions, 10_340),
    // One, and another where the text of a fraction in the reply has more than 15 bytes.
    Limit(.status, .allocations, 1.5),
    Limit(.status, .systemCalls, 3),
    Limit(.notification, .instructions, 4_590),
    Limit(.notification, .allocations, 1),
    Limit(.notification, .systemCalls, 1),
    Limit(.connection, .bytes, 1_200),
    Limit(.rest, .bytes, 3_000_000),
    Limit(.program, .bytes, 3_050_000),
  ]
}
