// Whoever imports this module names categories, modes and options too: they come with it.
@_exported public import AudioSessionTypes
