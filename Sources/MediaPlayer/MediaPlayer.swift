// Programs for iOS say `import MediaPlayer`, and have Foundation by it. Only the underscored attribute
// hands a whole module on; Swift has no word for it without.
@_exported public import Foundation
