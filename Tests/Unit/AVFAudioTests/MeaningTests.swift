import AudioSession
import AudioSessionTypes
import Foundation
import Testing

@testable import AVFAudio

/// Apple's words and the daemon's, each for the other, in both directions.
struct MeaningTests {
  @Test func `every category, mode and policy means itself, and others mean nothing`() {
    for category in AudioSessionTypes.Category.allCases {
      #expect(AVAudioSession.Category(category).meaning == category)
    }
    for mode in AudioSessionTypes.Mode.allCases {
      #expect(AVAudioSession.Mode(mode).meaning == mode)
    }
    for policy in AudioSessionTypes.RouteSharingPolicy.allCases {
      #expect(AVAudioSession.RouteSharingPolicy(policy).meaning == policy)
    }
    for word in ["", "AVAudioSessionCategory", "Playback", "AVAudioSessionCategoryAudioProcessing"]
    {
      #expect(AVAudioSession.Category(rawValue: word).meaning == nil, "\(word)")
      #expect(AVAudioSession.Mode(rawValue: word).meaning == nil, "\(word)")
    }
  }

  @Test func `words of the daemon are Apple's of the same name`() {
    for reason in AudioSessionTypes.InterruptionReason.allCases {
      #expect("\(AVAudioSession.InterruptionReason(reason))" == "\(reason)")
    }
    for reason in AudioSessionTypes.RouteChangeReason.allCases {
      #expect("\(AVAudioSession.RouteChangeReason(reason))" == "\(reason)")
    }
    for source in AudioSessionTypes.DeactivationSource.allCases {
      #expect("\(AVAudioSession.DeactivationSource(source))" == "\(source)")
    }
    for advice in AudioSessionTypes.ResumptionRecommendation.allCases {
      #expect("\(AVAudioSession.ResumptionRecommendation(advice))" == "\(advice)")
    }
    for style in AudioSessionTypes.PromptStyle.allCases {
      #expect("\(AVAudioSession.PromptStyle(style))" == "\(style)")
    }
    for error in ArbitrationError.allCases {
      #expect("\(AVAudioSession.ErrorCode(error))" == "\(error)")
    }
    for (_, option) in AudioSessionTypes.CategoryOptions.named {
      #expect(AVAudioSession.CategoryOptions(option).meaning == option)
    }
  }

  @Test func `each failure has Apple's number, and a sentence`() {
    let lost = AVAudioSession.ErrorCode.mediaServicesFailed
    var rows: [(error: AudioSessionError, code: AVAudioSession.ErrorCode)] = [
      (.unavailable(paths: ["/x"], reason: "no"), lost), (.mediaServicesFailed, lost),
      (.timedOut, lost), (.closed, .expiredSession), (.cancelled, .unspecified),
      (.refused(Refusal(code: -32001, name: "notPermitted", message: "No.")), .unspecified),
    ]
    for error in ArbitrationError.allCases {
      let refusal = Refusal(code: Int(error.code), name: error.rawValue, message: "\(error).")
      rows.append((.refused(refusal), AVAudioSession.ErrorCode(error)))
    }
    for row in rows {
      let error = AVAudioSession.error(row.error)
      #expect(error.domain == NSOSStatusErrorDomain)
      #expect(error.code == row.code.rawValue, "\(row.error)")
      #expect(error.localizedDescription == "\(row.error)")
    }
  }

  /// R53: a program that takes the sound for its playback is one that controls it, and so is one that
  /// answers commands, whatever its category.
  @Test func `R53: playback that doesn't mix is a candidate, unless the program says otherwise`() {
    let categories = AudioSessionTypes.Category.allCases
    let all: [AudioSessionTypes.CategoryOptions] = [
      [], .allowAirPlay, .mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers,
    ]
    let others: Preferences = [.allowHapticsAndSystemSoundsDuringRecording]
    for category in categories {
      for (index, options) in all.enumerated() {
        for before in [others, others.union(.isNowPlayingCandidate)] {
          for (wish, answers) in [(nil, false), (true, false), (false, true), (nil, true)] {
            let operation = AVAudioSession.configuring(
              category,
              .spokenAudio,
              options,
              .default,
              before,
              isCandidate: wish,
              answersCommands: answers
            )
            let mixes =
              switch category {
              case .ambient: true
              case .soloAmbient: false
              case .record: index == 3
              case .playback, .playAndRecord, .multiRoute: index > 1
              }
            let isUsual = !mixes && (category == .playback || answers)
            let isCandidate = wish ?? isUsual
            let expected = Configuration(
              category: category,
              mode: .spokenAudio,
              options: IdleOptions.removed(from: options, in: category, .spokenAudio),
              routeSharingPolicy: .default,
              preferences: isCandidate ? others.union(.isNowPlayingCandidate) : others
            )
            #expect(operation == .configure(expected), "\(category) \(options)")
          }
        }
      }
    }
  }
}
