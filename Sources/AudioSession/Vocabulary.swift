// The words of categories, modes and errors are part of this module's interface. They are exported one
// by one, so that the documentation has a page for each of them.
@_exported public import enum AudioSessionTypes.AlertStyle
@_exported public import enum AudioSessionTypes.ArbitrationError
@_exported public import enum AudioSessionTypes.Category
@_exported public import enum AudioSessionTypes.ClosingReason
@_exported public import enum AudioSessionTypes.DeactivationSource
@_exported public import enum AudioSessionTypes.InterruptionReason
@_exported public import enum AudioSessionTypes.Mode
@_exported public import enum AudioSessionTypes.Priority
@_exported public import enum AudioSessionTypes.PromptStyle
@_exported public import enum AudioSessionTypes.ResumptionRecommendation
@_exported public import enum AudioSessionTypes.RouteChangeReason
@_exported public import enum AudioSessionTypes.RouteSharingPolicy
@_exported public import enum AudioSessionTypes.SessionState
@_exported public import struct AudioSessionTypes.CategoryOptions
@_exported public import struct AudioSessionTypes.Preferences
