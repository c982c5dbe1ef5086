import Testing

@testable import AudioSessionMedia
