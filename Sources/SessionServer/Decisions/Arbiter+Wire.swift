import Arbitration
import AudioSessionTypes
import AudioSessionWire

extension Arbiter {
  /// What the wire names, in the core's words, and what it names that there is none of (R4).
  func change(
    _ parameters: ConfigurationParameters
  ) -> (change: ConfigurationChange, unknownValue: ParameterFault?) {
    var change = ConfigurationChange()
    change.category = parameters.category
    change.mode = parameters.mode
    change.options = parameters.options
    change.routeSharingPolicy = parameters.routeSharingPolicy
    change.priority = parameters.priority
    change.alertStyle = parameters.alertStyle
    change.preferencesSet = parameters.preferencesSet
    change.preferencesCleared = parameters.preferencesCleared
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
