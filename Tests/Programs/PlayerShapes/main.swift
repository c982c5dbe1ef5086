import Foundation

// Players in the shapes in which they are written for iOS, one a role: it plays a file until it is
// killed. What is heard of it is compared by the test that started it.
let shapes: [String: (URL) throws -> Any] = [
  "delegate": DelegatePlayer.init,
  "screen": PlayerScreen.init,
  "center": PlayerCenter.init,
  "book": BookPlayer.init,
  "engine": Engine.init,
  "documented": DocumentedPlayer.init,
]

let arguments = CommandLine.arguments
guard arguments.count == 3, let shape = shapes[arguments[1]] else {
  fatalError("expected one of \(shapes.keys.sorted()) and a file")
}
let player = try shape(URL(fileURLWithPath: arguments[2]))
RunLoop.main.run()
withExtendedLifetime(player) {}
