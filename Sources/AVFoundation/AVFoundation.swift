// Programs for iOS say `import AVFoundation` for the session and system sounds, and have
// Foundation by it. Only the underscored attribute hands a whole module on; Swift has no word for it
// without.
@_exported public import AVFAudio
@_exported public import AudioToolbox
@_exported public import Foundation
