/// The same messages for Foundation's coders.
struct ActivateLine: Codable {
  struct Params: Codable {
    let session: UInt64
    let ifSeq: UInt64?
  }

  let jsonrpc: String
  let id: Int
  let method: String
  let params: Params
}

struct ConfigureLine: Codable {
  struct Params: Codable {
    let session: UInt64
    let category: String?
    let mode: String?
    let options: [String]?
    let routeSharingPolicy: String?
    let priority: String?
    let alertStyle: String?
    let preferences: [String: Bool]?
  }

  let jsonrpc: String
  let id: Int
  let method: String
  let params: Params
}

struct EmptyLine: Codable {
  struct Result: Codable {}

  let jsonrpc: String
  let id: Int
  let result: Result
}

struct SessionLine: Codable {
  struct Session: Codable {
    let session: UInt64
    let name: String?
    let pid: Int32?
    let uid: UInt32
    let comm: String?
    let unit: String?
    let userUnit: String?
    let priority: String
    let alertStyle: String
    let category: String
    let mode: String
    let options: [String]
    let routeSharingPolicy: String
    let state: String
    let playing: Bool
    let recording: Bool
    let foreground: Bool
    let gain: Double
    let duckedBy: [UInt64]
    let interruptedBy: [UInt64]
    let interruptionReason: String?
    let isOtherAudioPlaying: Bool
    let secondaryAudioShouldBeSilencedHint: Bool
    let promptStyle: String
    let nowPlaying: Bool
    let activation: UInt64
    let preferences: [String: Bool]
    let seq: UInt64
  }

  let jsonrpc: String
  let id: Int
  let result: Session
}
