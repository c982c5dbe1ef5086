"""The words of the protocol, as types."""

from __future__ import annotations

from enum import Enum
from typing import Literal, Union

Category = Literal[
    "ambient", "soloAmbient", "playback", "record", "playAndRecord", "multiRoute"
]  # fmt: skip
Mode = Literal[
    "default", "voiceChat", "gameChat", "videoRecording", "measurement", "moviePlayback",
    "videoChat", "spokenAudio", "voicePrompt", "shortFormVideo", "dualRoute",
]  # fmt: skip
Option = Literal[
    "mixWithOthers", "duckOthers", "interruptSpokenAudioAndMixWithOthers", "allowBluetoothHFP",
    "allowBluetooth", "allowBluetoothA2DP", "allowAirPlay", "defaultToSpeaker",
    "overrideMutedMicrophoneInterruption", "farFieldInput", "bluetoothHighQualityRecording",
]  # fmt: skip
RouteSharingPolicy = Literal["default", "longFormAudio", "longFormVideo"]
Priority = Literal["normal", "assistant", "alarm", "ringtone", "phoneCall"]
AlertStyle = Literal["fullScreen", "banner"]
State = Literal["inactive", "active", "interrupted"]


class Everywhere(Enum):
    EVERYWHERE = "everywhere"


#: The zone of a session that is heard in all zones, also where each user has a zone by default.
EVERYWHERE = Everywhere.EVERYWHERE
Zone = Union[str, Everywhere]
