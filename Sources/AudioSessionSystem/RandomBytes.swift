import CAudioSessionLinux

/// Unpredictable bytes; see getrandom(2).
package func randomBytes(count: Int) throws(Errno) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  var filled = 0
  while filled < count {
    filled += try SystemCall.perform(.getrandom) {
      bytes.withUnsafeMutableBytes { bytes in
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
        return audiosession_random(rest.baseAddress, UInt(rest.count))
      }
    }
  }
  return bytes
}
