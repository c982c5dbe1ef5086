package import AudioSessionTypes

/// The policy as `policy.get` shows it: one member for each key of `[Policy]`, times in whole
/// milliseconds.
extension Policy: JSONEncodable {
  static let members: [MemberDescription] = PolicyKey.all.map { key in
    .required(key.name, key.shape, key.meaning)
  }

  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    for key in PolicyKey.all {
      writer.key(word: key.name)
      switch key.value {
      case .gain(let place): writer.double(self[keyPath: place])
      case .time(let place, _): writer.integer(self[keyPath: place].inMilliseconds)
      case .timeLimit(let place, _):
        if let time = self[keyPath: place] {
          writer.integer(time.inMilliseconds)
        } else {
          writer.null()
        }
      case .flag(let place): writer.bool(self[keyPath: place])
      }
    }
    writer.endObject()
  }
}

extension PolicyKey {
  fileprivate var shape: Shape {
    switch value {
    case .gain: .number(0...1)
    case .time: .count
    case .timeLimit: .nullable(.count)
    case .flag: .boolean
    }
  }
}
