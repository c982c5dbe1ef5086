// Pipelines of GStreamer that play a sound or record one, without GStreamer's types.
//
// A pipeline's functions may wait for the sound server, so they are called on a queue of its own, one
// at a time; those that say so may be called on any thread at any time. Without the trait Players
// nothing can be inspected or opened.
#ifndef AUDIOSESSION_CAUDIOSESSIONGSTREAMER_H
#define AUDIOSESSION_CAUDIOSESSIONGSTREAMER_H
#include <stdbool.h>
#include <stdint.h>

/// Whether the package was built with the trait Players.
bool audiosession_media_is_built_in(void);

/// What went wrong, as far as a program's answer to it differs.
enum audiosession_media_fault {
  audiosession_media_fault_none,
  /// There is no such file, or it can't be read or written.
  audiosession_media_fault_file,
  /// Nothing in it is a sound that can be decoded, or nothing encodes such a sound.
  audiosession_media_fault_format,
  /// The sound is damaged.
  audiosession_media_fault_damaged,
  /// No sound server is there, or it is there no more.
  audiosession_media_fault_device,
  /// The disk is full.
  audiosession_media_fault_space,
  /// It takes too long.
  audiosession_media_fault_time,
  audiosession_media_fault_other,
};

/// Why something failed, in words.
struct audiosession_media_error {
  enum audiosession_media_fault fault;
  char text[256];
};

/// What a file or a stream has in it.
struct audiosession_media_information {
  /// Nanoseconds; -1 if it isn't known.
  int64_t duration;
  /// Of the decoded sound.
  int rate, channels;
  /// Whether one can move to any place in it.
  bool is_seekable;
};

/// Looks into a file or a stream, without a sound server.
///
/// - milliseconds: How long it may take.
///
/// Returns whether there is a sound in it; otherwise `error` says why not.
bool audiosession_media_inspect(
  const char *uri, int milliseconds, struct audiosession_media_information *information,
  struct audiosession_media_error *error);

/// What a pipeline tells.
enum audiosession_media_event {
  /// It stands at the place that it was opened or moved to, and can be started at once.
  audiosession_media_event_ready,
  /// The part to be repeated has been decoded; it is still heard.
  audiosession_media_event_decoded,
  /// All was heard, or all was written.
  audiosession_media_event_ended,
  /// The gain has reached 0 at the end of a fade; `position` is where the fade began, in nanoseconds.
  audiosession_media_event_faded,
  /// The pipeline is of no use any more; `error` says why.
  audiosession_media_event_failed,
};

/// Called on a thread of the pipeline, in which nothing may be done but to pass it on.
typedef void (*audiosession_media_handler)(
  void *context, enum audiosession_media_event event, int64_t position,
  const struct audiosession_media_error *error);

struct audiosession_media;

/// How a stream is known to the sound server.
struct audiosession_media_stream {
  /// The name of the stream for people.
  const char *name;
  /// A word of PipeWire's and PulseAudio's, such as `music` or `notification`; NULL for none.
  const char *role;
  /// Microseconds that are kept ahead.
  int64_t buffer;
};

/// Connects to the sound server, in which there is no stream yet.
///
/// - channels: How many there are in the sound; of one channel a stream of two is made.
/// - release: Called with the context once nothing calls the handler any more.
///
/// Returns NULL, after `release`, if it fails at once.
struct audiosession_media *audiosession_media_play(
  const char *uri, const struct audiosession_media_stream *stream, int channels,
  audiosession_media_handler handler, void *context, void (*release)(void *context),
  struct audiosession_media_error *error);

/// What is to be recorded.
struct audiosession_media_recording {
  const char *path;
  /// How it is encoded, as a description of elements, such as `wavenc`.
  const char *encoding;
  /// The format of the samples by GStreamer's name, such as `S16LE`; NULL for any.
  const char *format;
  int rate, channels;
};

/// Connects to the sound server and creates the file.
///
/// Otherwise as `audiosession_media_play`.
struct audiosession_media *audiosession_media_record(
  const struct audiosession_media_recording *recording,
  const struct audiosession_media_stream *stream, audiosession_media_handler handler, void *context,
  void (*release)(void *context), struct audiosession_media_error *error);

/// Opens the stream and begins to decode; `ready` follows, or `failed`.
///
/// It is to be started soon: PipeWire lets the time of a stream go on that waits, and the sound begins
/// as much later.
///
/// Returns false, with an error, if it fails at once.
bool audiosession_media_open(
  struct audiosession_media *media, struct audiosession_media_error *error);
/// Starts what is ready.
void audiosession_media_start(struct audiosession_media *media);
/// Stops a recording; `audiosession_media_start` goes on.
void audiosession_media_pause(struct audiosession_media *media);
/// Closes the stream, and stays connected.
void audiosession_media_rest(struct audiosession_media *media);
/// Moves it, after it was opened and is ready; `ready` follows once more, or `failed`.
///
/// - position: In nanoseconds.
/// - rate: 0.5…2, as fast as it was recorded is 1; the pitch is kept.
/// - repeats: Whether it is to be repeated at the end, which `decoded` announces; otherwise `ended`
///   follows.
///
/// Returns false if that can't be done.
bool audiosession_media_seek(
  struct audiosession_media *media, int64_t position, double rate, bool repeats);
/// Decodes it once more from another place, after `decoded`, without a gap.
///
/// - position: In nanoseconds; at the end of the sound, nothing more is decoded.
bool audiosession_media_repeat(struct audiosession_media *media, int64_t position, bool repeats);
/// Ends a recording; `ended` follows.
void audiosession_media_finish(struct audiosession_media *media);
/// Closes it; nothing calls the handler any more.
void audiosession_media_close(struct audiosession_media *media);

/// The place that is heard, or how much was recorded, in nanoseconds; -1 if that isn't known. On any
/// thread.
int64_t audiosession_media_position(struct audiosession_media *media);

/// One of the gains that a pipeline's samples are multiplied by.
enum audiosession_media_gain {
  /// The program's own volume.
  audiosession_media_gain_volume,
  /// What the session has to be lowered to.
  audiosession_media_gain_session,
  /// Against clicks where the sound begins and ends; `faded` follows when it reaches 0.
  audiosession_media_gain_fade,
};

/// Changes a gain from now on, evenly over some time. On any thread.
///
/// - target: Linear, 0…1.
void audiosession_media_set_gain(
  struct audiosession_media *media, enum audiosession_media_gain gain, double target,
  double seconds);
/// Moves the sound between the loudspeakers of a stereo stream. On any thread.
///
/// - pan: -1 (left)…1 (right).
void audiosession_media_set_pan(struct audiosession_media *media, double pan);

/// How loud a channel is, in dBFS: the latest 50 ms. On any thread.
///
/// Returns false if nothing was measured of it.
bool audiosession_media_levels(
  struct audiosession_media *media, int channel, double *average, double *peak);

#endif
