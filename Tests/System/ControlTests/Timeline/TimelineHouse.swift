import AudioSessionJSON
import AudioSessionWire

@testable import ControlTimeline

/// An alarm in the study, which the kitchen and the hall are told of.
///
/// In the kitchen it interrupts the radio at the table, and not what is heard at the window; in the
/// hall somebody is on the telephone. The sessions of all three rooms have the same numbers.
enum TimelineHouse {
  typealias Story = TimelineStory

  /// What was recorded in these rooms, in this order.
  static func recordings(_ rooms: [String] = ["study", "kitchen", "hall"]) -> [MachineRecording] {
    rooms.map { MachineRecording(machine: $0, inputs: story(of: $0).inputs) }
  }

  static func story(of room: String) -> Story {
    switch room {
    case "study": study
    case "kitchen": kitchen
    default: hall
    }
  }

  private static var study: Story {
    var story = Story()
    let music = Story.session(1, "music", state: "active", playing: true)
    let alarm = Story.session(2, "alarm", "alarm", state: "active", playing: true)
    story.decide(0, ["event": "started"], "R49")
    story.decide(1, Story.opens(1), "R4", changes: [Story.session(1, "music")])
    story.decide(1.2, Story.activates(1), changes: [music])
    story.decide(5.8, Story.opens(2), "R4", changes: [Story.session(2, "alarm", "alarm")])
    story.decide(
      6,
      Story.activates(2),
      "R12 R15 R59 alarm.exclusive",
      changes: [alarm, Story.session(1, "music", state: "interrupted", by: [2])]
    )
    story.decide(
      26,
      Story.deactivates(2),
      "R23 R24 R26",
      changes: [Story.session(2, "alarm", "alarm"), Story.session(1, "music")]
    )
    story.decide(26.2, Story.activates(1), changes: [music])
    return story
  }

  /// The session that stands for the alarm.
  private static func alarm(_ number: UInt64, state: String, zone: String? = nil) -> SessionObject {
    let isActive = state == "active"
    let lease = "house/study/5f3a/2"
    return Story.session(
      number,
      "study: alarm",
      "alarm",
      state: state,
      playing: isActive,
      zone: zone,
      lease: lease
    )
  }

  private static var kitchen: Story {
    var story = Story()
    let radio = Story.session(1, "radio", state: "active", playing: true, zone: "table")
    let birds = Story.session(3, "birds", state: "active", playing: true, zone: "window")
    story.decide(0.5, ["event": "started"], "R49")
    story.decide(2, Story.opens(1), "R4", changes: [Story.session(1, "radio", zone: "table")])
    story.decide(2.1, Story.activates(1), changes: [radio])
    story.decide(6.03, Story.opens(2), "R4", changes: [alarm(2, state: "inactive", zone: "table")])
    story.decide(
      6.1,
      Story.activates(2),
      "R12 R15 R59 alarm.exclusive",
      changes: [
        alarm(2, state: "active", zone: "table"),
        Story.session(1, "radio", state: "interrupted", by: [2], zone: "table"),
      ]
    )
    story.decide(12, Story.opens(3), "R4", changes: [Story.session(3, "birds", zone: "window")])
    story.decide(12.1, Story.activates(3), changes: [birds])
    let silent = alarm(2, state: "inactive", zone: "table")
    story.decide(26.1, Story.deactivates(2), changes: [silent, radio], closed: [2])
    return story
  }

  private static var hall: Story {
    var story = Story()
    let phone = Story.session(
      1,
      "phone",
      "phoneCall",
      state: "active",
      playing: true,
      recording: true
    )
    story.decide(0.2, ["event": "started"], "R49")
    story.decide(3, Story.opens(1), "R4", changes: [Story.session(1, "phone", "phoneCall")])
    story.decide(3.1, Story.activates(1), changes: [phone])
    story.decide(6.04, Story.opens(2), "R4", changes: [alarm(2, state: "inactive")])
    let refused: JSONValue = [
      "method": "session.activate", "session": 2, "pid": 7, "error": "insufficientPriority",
      "blocker": 1,
    ]
    story.decide(6.08, refused, "R7 R34")
    story.decide(32, Story.deactivates(1), changes: [Story.session(1, "phone", "phoneCall")])
    return story
  }
}
