import AudioSessionArbitration

/// Identifies a descriptor of the poller, in the 64 bits that come back with its events.
///
/// Connection and process numbers are never reused, so a late event for something that was closed
/// earlier in the same turn matches nothing.
enum Token: Equatable {
  case listener
  case signals
  case timer
  case connection(ConnectionID)
  case process(ProcessID)
  case manager
  case configuration

  init(_ bits: UInt64) {
    let number = bits & Token.numberMask
    switch bits >> Token.kindShift {
    case 0: self = .listener
    case 1: self = .signals
    case 2: self = .timer
    case 3: self = .connection(ConnectionID(number))
    case 4: self = .process(ProcessID(number))
    case 5: self = .manager
    default: self = .configuration
    }
  }

  var bits: UInt64 {
    switch self {
    case .listener: 0 << Token.kindShift
    case .signals: 1 << Token.kindShift
    case .timer: 2 << Token.kindShift
    case .connection(let id): 3 << Token.kindShift | id.number
    case .process(let id): 4 << Token.kindShift | id.number
    case .manager: 5 << Token.kindShift
    case .configuration: 6 << Token.kindShift
    }
  }

  private static let kindShift: UInt64 = 56
  private static let numberMask: UInt64 = 1 << 56 - 1
}
