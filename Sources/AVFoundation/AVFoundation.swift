// Programs for iOS say `import AVFoundation` for the session, system sounds and times, and have
// Foundation by it. Only the underscored attribute hands a whole module on; Swift has no word for it
// without.
@_exported public import AVFAudio
@_exported public import AudioToolbox
@_exported public import CoreMedia
@_exported public import Foundation
