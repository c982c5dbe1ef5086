package import AudioSessionArbitration
import AudioSessionTypes

extension CoreWorld {
  /// What is told of the effects of another implementation of the rules.
  ///
  /// - Parameters:
  ///   - effects: The effects, in order.
  ///   - refusal: The reason of the reply, if it is a refusal.
  /// - Returns: The lines of a scenario.
  package func told(_ effects: [Effect], _ refusal: Reason?) -> [String] {
    effects.filter(isHeard).compactMap { line($0, refusal ?? Reason(.R12)) }
  }

  /// An effect in the scenarios' words; nil where no client of the scenario hears of it.
  func line(_ effect: Effect, _ reason: Reason) -> String? {
    switch effect {
    case .granted: return "granted"
    case .refused(_, let error, let blocker):
      let by = blocker.map { " by \(cast.name($0))" } ?? ""
      return "refused \(error.fourCC ?? String(error.code))\(by) (\(ruleAndCell(reason)))"
    case .closed(let id, let reason): return "\(cast.name(id)) closed \(reason.rawValue)"
    case .began(let id, let reason, let blocker):
      let why = reason == .default ? "" : " \(reason.rawValue)"
      return "\(cast.name(id)) began\(why)\(blocker.map { " by \(cast.name($0))" } ?? "")"
    case .ducking(let id, let gain, _, let ramp): return ducking(cast.name(id), gain, ramp)
    case .ended(let id, let shouldResume):
      return "\(cast.name(id)) ended\(shouldResume ? " shouldResume" : "")"
    case .hint(let id, let isSilenced):
      return "\(cast.name(id)) hint \(isSilenced ? "begin" : "end")"
    case .routeChanged(let id, let reason): return "\(cast.name(id)) route \(reason.rawValue)"
    case .mutesChanged(let id, let muted, let wantsUnmute):
      return "\(cast.name(id)) \(muteWords(muted.words.map(\.rawValue), wantsUnmute))"
    case .hardwareChanged(let id): return "\(cast.name(id)) hardware"
    case .didBecomeActive, .didBecomeInactive, .recommendation: return lifecycle(effect)
    case .changed, .enforcementChanged, .wake: return nil
    }
  }

  /// A line for an effect that is sent only to clients that asked for such.
  private func lifecycle(_ effect: Effect) -> String? {
    switch effect {
    case .didBecomeActive(let id) where cast.watchesLifecycle(id):
      return "\(cast.name(id)) became active"
    case .didBecomeInactive(let id, let source, let reason) where cast.watchesLifecycle(id):
      let why = reason.map { " \($0.rawValue)" } ?? ""
      return "\(cast.name(id)) became inactive by \(source.rawValue)\(why)"
    case .recommendation(let id, let recommendation) where cast.watchesLifecycle(id):
      return "\(cast.name(id)) recommendation \(recommendation.rawValue)"
    default: return nil
    }
  }

  /// A ramp is left out where it is the built-in one: 300 ms down, 1 s up to full level.
  private func ducking(_ name: String, _ gain: Double, _ ramp: Duration) -> String {
    let what = gain == 1 ? "\(name) unducked" : "\(name) ducked \(gain.asGain)"
    switch ramp {
    case .zero: return "\(what) at once"
    case .milliseconds(300) where gain < 1, .seconds(1) where gain == 1: return what
    default: return "\(what) over \(ramp.milliseconds)ms"
    }
  }

  func ruleAndCell(_ reason: Reason) -> String {
    reason.cell.map { "\(reason.rule.name) \(arbiter.kindNames[$0])" } ?? reason.rule.name
  }
}

/// What `session.muteChange` says, in the scenarios' words.
func muteWords(_ muted: [String], _ wantsUnmute: Bool) -> String {
  let what = muted.isEmpty ? "nothing" : muted.joined(separator: " and ")
  return "mute \(what)\(wantsUnmute ? ", to be heard" : "")"
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
