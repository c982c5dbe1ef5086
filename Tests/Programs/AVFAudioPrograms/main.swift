import Foundation

// One program a role: it obeys the lines of its standard input, and says on its standard output what
// it saw. The test that started it compares all that it said.
let programs: [String: () throws -> any Program] = [
  "podcast": PodcastPlayer.init,
  "audiobook": AudiobookPlayer.init,
  "navigation": NavigationPrompt.init,
  "call": VoiceCall.init,
  "assistant": VoiceAssistant.init,
  "game": Game.init,
  "casts": StrictCasts.init,
  "handlers": DocumentedHandlers.init,
  "busy": BusyMainThread.init,
  "sequence": NotificationReader.init,
  "settings": Settings.init,
  "asynchronous": Asynchronous.init,
  "migrated": MigratedPlayer.init,
  "latecomer": LatecomersFriend.init,
  "ducked": DuckedPlayer.init,
  "mocks": Mocks.init,
  "call screen": CallScreen.init,
  "describing": Describing.init,
  "insistent": Insistent.init,
  "player": PlayerConsole.init,
  "recorder": RecorderConsole.init,
  "items": ItemConsole.init,
  "crowd": Crowd.init,
  "muting": Muting.init,
  "arbiter": RoutingArbiterUser.init,
]

let arguments = CommandLine.arguments.dropFirst()
guard let start = arguments.first.flatMap({ programs[$0] ?? shapes[$0] }) else {
  fatalError("expected one of \((Array(programs.keys) + Array(shapes.keys)).sorted())")
}
let program = try start()
say("ready")
Commands.obey(by: program)
// As an asynchronous `main` does, too: then other threads serve the main queue.
if arguments.last == "dispatched" { dispatchMain() }
RunLoop.main.run()
