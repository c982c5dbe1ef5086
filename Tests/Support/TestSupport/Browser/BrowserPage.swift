package import AudioSessionJSON
import AudioSessionWire
package import Foundation

/// A page in a ``Browser``.
package struct BrowserPage {
  /// Something that the page tells programs that help people to read it.
  package struct Accessible: Equatable {
    package var role: String
    package var name: String
  }

  private let browser: Browser
  private let session: JSONValue

  init(_ browser: Browser, session: JSONValue) {
    self.browser = browser
    self.session = session
  }

  /// Makes a request of the DevTools protocol.
  @discardableResult
  package func call(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    try browser.call(method, parameters, session: session)
  }

  func load(file path: String) throws {
    try call("Page.enable")
    try call("Page.navigate", ["url": .string("file://\(path)")])
    try browser.wait(for: "Page.loadEventFired", session: session)
  }

  /// The value of an expression of JavaScript.
  package func evaluate(_ expression: String) throws -> JSONValue {
    let reply = try call(
      "Runtime.evaluate",
      ["expression": .string(expression), "returnByValue": true, "awaitPromise": true]
    )
    if let fault = reply["exceptionDetails"] { throw ProcessFault(fault.text) }
    return reply["result"]?["value"] ?? .null
  }

  /// Presses and releases a key, by its name in DOM.
  package func press(_ key: String, code: Int64) throws {
    for type in ["rawKeyDown", "keyUp"] {
      try call(
        "Input.dispatchKeyEvent",
        [
          "type": .string(type), "key": .string(key), "code": .string(key),
          "windowsVirtualKeyCode": .number("\(code)"),
        ]
      )
    }
  }

  /// Moves the pointer.
  package func point(x: Double, y: Double) throws {
    try call(
      "Input.dispatchMouseEvent",
      ["type": "mouseMoved", "x": .number("\(x)"), "y": .number("\(y)")]
    )
  }

  /// Gives the window a size, and the screen the density of a phone's or a desktop's.
  package func resize(width: Int, height: Int, isPhone: Bool = false) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number("\(width)"), "height": .number("\(height)"),
        "deviceScaleFactor": isPhone ? 2 : 1, "mobile": .bool(isPhone),
      ]
    )
  }

  /// Chooses between light and dark.
  package func prefer(colorScheme: String) throws {
    let feature: JSONValue = ["name": "prefers-color-scheme", "value": .string(colorScheme)]
    try call("Emulation.setEmulatedMedia", ["features": [feature]])
  }

  /// Everything that has a role and isn't ignored.
  package func accessibles() throws -> [Accessible] {
    let nodes = try call("Accessibility.getFullAXTree")["nodes"]?.array ?? []
    return nodes.filter { $0["ignored"]?.bool != true }.map { node in
      Accessible(
        role: node["role"]?["value"]?.string ?? "",
        name: node["name"]?["value"]?.string ?? ""
      )
    }
  }

  /// The visible part as PNG.
  package func screenshot() throws -> Data {
    let text = try call("Page.captureScreenshot", ["format": "png"])["data"]?.string ?? ""
    guard let bytes = Data(base64Encoded: text), !bytes.isEmpty else {
      throw ProcessFault("the browser made no screenshot")
    }
    return bytes
  }
}
