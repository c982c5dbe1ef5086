// Categories, modes and options are part of this module's interface.
@_exported public import AudioSessionTypes
