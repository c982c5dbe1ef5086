import CAudioSessionLinux
import Glibc

/// Words of memory behind a descriptor: holders of a duplicate share them, even after our end.
@usableFromInline
package struct SharedMemory: ~Copyable {
  private let descriptor: FileDescriptor
  private let words: UnsafeMutablePointer<UInt64>
  private let count: Int

  /// Creates memory of `wordCount` zero words; see memfd_create(2).
  package init(named name: String, wordCount: Int) throws(Errno) {
    let number = try SystemCall.perform(.memfd_create) { audiosession_memory_create(name) }
    let descriptor = FileDescriptor(number)
    try SystemCall.perform(.ftruncate) {
      ftruncate(number, wordCount * MemoryLayout<UInt64>.stride)
    }
    try SystemCall.perform(.fcntl) { audiosession_memory_seal(number) }
    try self.init(mapping: descriptor, wordCount)
  }

  /// Maps memory that another process created.
  ///
  /// - Throws: `EMSGSIZE` if its size isn't exactly `wordCount` words: an access beyond its end is
  ///   fatal. `EPERM` if its size can't be sealed.
  package init(_ descriptor: consuming FileDescriptor, wordCount: Int) throws(Errno) {
    var status = stat()
    let number = descriptor.number
    // Before the size is judged: no other holder may change it afterwards.
    try SystemCall.perform(.fcntl) { audiosession_memory_seal(number) }
    try SystemCall.perform(.fstat) { fstat(number, &status) }
    guard Int(status.st_size) == wordCount * MemoryLayout<UInt64>.stride else {
      throw Errno(.mmap, EMSGSIZE)
    }
    try self.init(mapping: descriptor, wordCount)
  }

  private init(mapping descriptor: consuming FileDescriptor, _ count: Int) throws(Errno) {
    let size = count * MemoryLayout<UInt64>.stride
    let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
    guard let place, place != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw Errno(.mmap, errno)
    }
    words = place.bindMemory(to: UInt64.self, capacity: count)
    self.count = count
    self.descriptor = descriptor
  }

  @inlinable
  deinit { unmap() }

  @usableFromInline
  func unmap() { munmap(words, count * MemoryLayout<UInt64>.stride) }

  /// The descriptor's number, valid while this value lives.
  package var number: CInt { descriptor.number }

  /// A word; other holders see reads and writes in program order.
  package subscript(index: Int) -> UInt64 {
    get {
      require(index)
      return audiosession_load(words + index)
    }
    nonmutating set {
      require(index)
      audiosession_store(words + index, newValue)
    }
  }

  private func require(_ index: Int) {
    guard index >= 0, index < count else { fatalError("word \(index) of \(count)") }
  }
}
