/// What the daemon that the package installs may cost at most.
///
/// None of it depends on a clock or on what else the machine does. To move a limit deliberately, run
/// the tests (they print what they measure), set the number here to what is measured plus 4 %, or to
/// just that for allocations and system calls, and say why in the commit. A limit that is more than
/// twice what is measured guards nothing, and fails, too.
extension Limit {
  static let all = [
    Limit(.again, .instructions, 24_640),
    Limit(.again, .allocations, 1),
    Limit(.again, .systemCalls, 3),
    Limit(.toggle, .instructions, 77_380),
    Limit(.toggle, .allocations, 11),
    Limit(.toggle, .systemCalls, 3),
    Limit(.status, .instructions, 25_370),
    Limit(.status, .allocations, 1),
    Limit(.status, .systemCalls, 3),
    Limit(.notification, .instructions, 8_520),
    Limit(.notification, .allocations, 2),
    Limit(.notification, .systemCalls, 1),
    Limit(.connection, .bytes, 1_735),
  ]
}
