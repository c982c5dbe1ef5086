import Foundation
import TestSupport
import TestTraits
import Testing

/// Programs in the shape of ten public ones for iOS, in what happens to them on Linux.
///
/// Each has a daemon of its own, and has configured its session before the first column. Those of a
/// situation run at the same time.
@Suite(.serialized, .tags(.process)) struct ShapeTests {
  // What was set is read: options that a category implies only if they were named.
  private static let configured = ShapeTable(
    """
                   | configure
    SwiftAudioEx   | set to Playback Default 0
    TrackPlayer    | set to Playback SpokenAudio 96
    Pocket Casts   | set to Playback SpokenAudio 0
    audiobookshelf | set to Playback SpokenAudio 0
    BookPlayer     | set to Playback SpokenAudio 0
    Home Assistant | set to Record Measurement 3
    Linphone       | set to PlayAndRecord VoiceChat 36
    Element X      | mock: permission 1, not permitted; set to PlayAndRecord Default 4
    Stream Video   | mock: 0 in, 1 out, speaker true; set to PlayAndRecord VideoChat 44
    LiveKit        | set to Playback SpokenAudio 1
    """
  )

  @Test func `programs that configure their session: read back what they have set`() async {
    await Self.play(Self.configured)
  }

  // R59: a call interrupts all kinds but `ducking`, which is Home Assistant's. R24: its end says
  // `shouldResume`. A message of Element X that was cut isn't taken up.
  private static let interrupted = ShapeTable(
    """
                   | start   | call                    | hang up             | stop
    SwiftAudioEx   | playing | interrupted             | playing             | stopped
    TrackPlayer    | playing | duck: paused            | duck: over; playing | stopped
    Pocket Casts   | plays   | held, was playing: true | plays               | over
    audiobookshelf | reads   | interrupted             | reads               | closed
    BookPlayer     | plays   | interrupted             | plays               | left
    Home Assistant | listens |                         |                     | done
    Linphone       | talks   | another call            | talks               | hung up
    Element X      | records | cut                     |                     | sent
    Stream Video   | joins   | interrupted             | joins               | left
    LiveKit        | sends   | silent                  | sends               | left
    """
  )

  @Test func `a call interrupts what runs, and gives it back`() async {
    await Self.play(Self.interrupted)
  }

  // R7: during a call nothing that captures starts. R9: playback does, softly (R18), and its own
  // start ends its interruption (R33). Home Assistant runs anyhow (R5).
  private static let insisting = ShapeTable(
    """
                   | start   | call                    | start               | hang up    | stop
    SwiftAudioEx   | playing | interrupted             | playing; gain 0.2   | gain 1.0   | stopped
    TrackPlayer    | playing | duck: paused            | playing; volume 0.2 | volume 1.0 | stopped
    Pocket Casts   | plays   | held, was playing: true | plays               |            | over
    audiobookshelf | reads   | interrupted             | reads; gain 0.2     | gain 1.0   | closed
    BookPlayer     | plays   | interrupted             | plays               |            | left
    Home Assistant | listens |                         | listens             |            | done
    Linphone       | talks   | another call            | refused             | talks      | hung up
    Element X      | records | cut                     | refused             | records    | sent
    Stream Video   | joins   | interrupted             | refused             | joins      | left
    LiveKit        | sends   | silent                  | refused             | sends      | left
    """
  )

  @Test func `programs that start again during a call: play softly, or are refused`() async {
    await Self.play(Self.insisting)
  }

  // What its user has paused a program doesn't resume, though the daemon tells it to.
  private static let paused = ShapeTable(
    """
                   | start   | pause               | call                     | hang up    | stop
    SwiftAudioEx   | playing | paused              | interrupted              |            | stopped
    TrackPlayer    | playing | paused              | duck: paused             | duck: over | stopped
    Pocket Casts   | plays   | paused              | held, was playing: false |            | over
    audiobookshelf | reads   | rests               | interrupted              |            | closed
    BookPlayer     | plays   | paused              | interrupted              |            | left
    Home Assistant | listens | listens no more     |                          |            | done
    Linphone       | talks   | on hold             | another call             |            | hung up
    Element X      | records | kept                |                          |            | sent
    Stream Video   | joins   | sends nothing       | interrupted              |            | left
    LiveKit        | sends   | listens; muted true | silent                   |            | left
    """
  )

  @Test func `programs that their user has paused: stay paused after a call`() async {
    await Self.play(Self.paused)
  }

  // R16, R18: a prompt with `duckOthers` lowers every kind to 0.2. Four apply `linux.gain`.
  private static let ducked = ShapeTable(
    """
                   | start   | prompt     | gain       | it ends    | stop
    SwiftAudioEx   | playing | gain 0.2   | active 0.2 | gain 1.0   | stopped
    TrackPlayer    | playing | volume 0.2 | active 0.2 | volume 1.0 | stopped
    Pocket Casts   | plays   |            | active 0.2 |            | over
    audiobookshelf | reads   | gain 0.2   | active 0.2 | gain 1.0   | closed
    BookPlayer     | plays   |            | active 0.2 |            | left
    Home Assistant | listens |            | active 0.2 |            | done
    Linphone       | talks   |            | active 0.2 |            | hung up
    Element X      | records |            | active 0.2 |            | sent
    Stream Video   | joins   |            | active 0.2 |            | left
    LiveKit        | sends   | gain 0.2   | active 0.2 | gain 1.0   | left
    """
  )

  @Test func `a prompt lowers what runs, and what applies its gain hears of it`() async {
    await Self.play(Self.ducked)
  }

  // R7, R34: what captures is refused, pending, and told to resume when the call is over. R9:
  // playback is admitted, softly.
  private static let called = ShapeTable(
    """
                   | call | start               | hang up    | stop
    SwiftAudioEx   |      | playing; gain 0.2   | gain 1.0   | stopped
    TrackPlayer    |      | playing; volume 0.2 | volume 1.0 | stopped
    Pocket Casts   |      | plays               |            | over
    audiobookshelf |      | reads; gain 0.2     | gain 1.0   | closed
    BookPlayer     |      | plays               |            | left
    Home Assistant |      | refused             | listens    | done
    Linphone       |      | refused             | talks      | hung up
    Element X      |      | refused             | records    | sent
    Stream Video   |      | refused             | joins      | left
    LiveKit        |      | refused             | sends      | left
    """
  )

  @Test func `programs that a call refuses: start when the call is over`() async {
    await Self.play(Self.called)
  }

  // R10, R34: an alarm refuses what doesn't mix until it is over; what mixes is lowered (R59).
  private static let alarmed = ShapeTable(
    """
                   | alarm | start           | it ends  | stop
    SwiftAudioEx   |       | refused         | playing  | stopped
    TrackPlayer    |       | refused         | playing  | stopped
    Pocket Casts   |       | refused         | plays    | over
    audiobookshelf |       | refused         | reads    | closed
    BookPlayer     |       | refused         | plays    | left
    Home Assistant |       | listens         |          | done
    Linphone       |       | refused         | talks    | hung up
    Element X      |       | refused         | records  | sent
    Stream Video   |       | refused         | joins    | left
    LiveKit        |       | sends; gain 0.2 | gain 1.0 | left
    """
  )

  @Test func `programs that an alarm refuses: start when the alarm is over`() async {
    await Self.play(Self.alarmed)
  }

  // R44: pulled headphones interrupt what plays and doesn't capture; then the route is posted.
  private static let unplugged = ShapeTable(
    """
                   | headphones                 | start   | speaker                        | stop
    SwiftAudioEx   | outputs 1                  | playing | interrupted; outputs 1         | stopped
    TrackPlayer    | rerouted                   | playing | duck: paused; rerouted         | stopped
    Pocket Casts   |                            | plays   | held, was playing: true        | over
    audiobookshelf |                            | reads   | interrupted; headphones pulled | closed
    BookPlayer     |                            | plays   | interrupted                    | left
    Home Assistant |                            | listens |                                | done
    Linphone       | shows earpiece             | talks   | shows speaker                  | hung up
    Element X      |                            | records |                                | sent
    Stream Video   | 0 in, 1 out, speaker false | joins   | 0 in, 1 out, speaker true      | left
    LiveKit        | rerouted                   | sends   | rerouted                       | left
    """
  )

  @Test func `pulled headphones interrupt what plays, and the route is posted`() async {
    await Self.play(Self.unplugged)
  }

  // Without a daemon a configuration is kept and a start fails. The reset says that there is one.
  private static let late = ShapeTable(
    """
                   | start  | daemon comes                      | start   | active as
    SwiftAudioEx   | failed | reset Playback Default 0          | playing | playback default
    TrackPlayer    | failed | reset Playback SpokenAudio 96     | playing | playback spokenAudio
    Pocket Casts   | failed | reset Playback SpokenAudio 0      | plays   | playback spokenAudio
    audiobookshelf | failed | reset Playback SpokenAudio 0      | reads   | playback spokenAudio
    BookPlayer     | failed | reset Playback SpokenAudio 0      | plays   | playback spokenAudio
    Home Assistant | failed | reset Record Measurement 3        | listens | record measurement
    Linphone       | failed | reset PlayAndRecord VoiceChat 36  | talks   | playAndRecord voiceChat
    Element X      | failed | reset PlayAndRecord Default 4     | records | playAndRecord default
    Stream Video   | failed | reset PlayAndRecord VideoChat 44  | joins   | playAndRecord videoChat
    LiveKit        | failed | reset PlayAndRecord VoiceChat 109 | sends   | playAndRecord voiceChat
    """
  )

  @Test func `programs configured before the daemon comes: their settings hold, and a start works`()
    async
  {
    await Self.play(Self.late)
  }

  // A start with a daemon that hangs fails within three seconds, and after three it counts as lost.
  // Five programs start by themselves after the reset; it makes no difference to their next start
  // (R5).
  private static let hung = ShapeTable(
    """
                   | start | daemon hangs, start | calls | meanwhile | it goes on | start
    SwiftAudioEx   | playing | failed | 3 | lost | reset Playback Default 0; playing       | playing
    TrackPlayer    | playing | failed | 3 | lost | reset Playback SpokenAudio 96           | playing
    Pocket Casts   | plays   | failed | 3 | lost | reset Playback SpokenAudio 0; plays     | plays
    audiobookshelf | reads   | failed | 3 | lost | reset Playback SpokenAudio 0; reads     | reads
    BookPlayer     | plays   | failed | 3 | lost | reset Playback SpokenAudio 0; plays     | plays
    Home Assistant | listens | failed | 3 | lost | reset Record Measurement 3              | listens
    Linphone       | talks   | failed | 3 | lost | reset PlayAndRecord VoiceChat 36        | talks
    Element X      | records | failed | 3 | cut  | reset PlayAndRecord Default 4           | records
    Stream Video   | joins   | failed | 3 | lost | reset PlayAndRecord VideoChat 44; joins | joins
    LiveKit        | sends   | failed | 3 | lost | reset PlayAndRecord VoiceChat 109       | sends
    """
  )

  @Test func `a daemon that hangs holds no call for long, and is found again`() async {
    await Self.play(Self.hung)
  }

  // R49: all sessions are gone. The library restores what was set, the programs start.
  private static let restarted = ShapeTable(
    """
                   | start   | daemon restarts                               | start   | as before
    SwiftAudioEx   | playing | lost; reset Playback Default 0; playing       | playing | yes
    TrackPlayer    | playing | lost; reset Playback SpokenAudio 96           | playing | yes
    Pocket Casts   | plays   | lost; reset Playback SpokenAudio 0; plays     | plays   | yes
    audiobookshelf | reads   | lost; reset Playback SpokenAudio 0; reads     | reads   | yes
    BookPlayer     | plays   | lost; reset Playback SpokenAudio 0; plays     | plays   | yes
    Home Assistant | listens | lost; reset Record Measurement 3              | listens | yes
    Linphone       | talks   | lost; reset PlayAndRecord VoiceChat 36; talks | talks   | yes
    Element X      | records | cut; reset PlayAndRecord Default 4            | records | yes
    Stream Video   | joins   | lost; reset PlayAndRecord VideoChat 44; joins | joins   | yes
    LiveKit        | sends   | lost; reset PlayAndRecord VoiceChat 109       | sends   | yes
    """
  )

  @Test func `after a restart everything is as it was set, and starts again`() async {
    await Self.play(Self.restarted)
  }
}

extension ShapeTests {
  /// Plays all rows at the same time, each on a thread of its own, and points at those that fail.
  private static func play(_ table: ShapeTable) async {
    await withTaskGroup { group in
      for row in table.rows {
        group.addTask {
          let found = await onOwnThread { try ShapeStage.play(row, table.acts) }
          switch found {
          case .success(let found):
            #expect(found == row.cells, "\(row.program)", sourceLocation: row.place)
          case .failure(let error):
            Issue.record("\(row.program): \(error)", sourceLocation: row.place)
          }
        }
      }
    }
  }

  /// A test that waits for processes would hold a thread that all tests share.
  private static func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }
  }
}
