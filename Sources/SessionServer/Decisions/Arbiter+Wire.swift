import AudioSessionArbitration
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

extension Arbiter {
  /// Returns the change that a client requests, with its role looked up, and the value it names
  /// that doesn't exist, if any (R4).
  func change(
    _ parameters: ConfigurationParameters
  ) -> (change: ConfigurationChange, unknownValue: MemberFault?) {
    var change = parameters.change
    var unknownValue = parameters.unknownValue
    switch parameters.role {
    case nil: break
    case .some(.none): change.role = ConfigurationChange.Role.none
    case .name(let name):
      change.role = kind(ofRole: name).map { .named($0) }
      if change.role == nil, unknownValue == nil {
        unknownValue = LegalityText.fault(ofRole: name, in: self)
      }
    }
    change.namesUnknownValue = unknownValue != nil
    return (change, unknownValue)
  }
}
