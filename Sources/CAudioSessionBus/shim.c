#include "CAudioSessionBus.h"

#include <errno.h>

#ifdef AUDIOSESSION_SYSTEMD
#include <systemd/sd-bus.h>

bool audiosession_bus_is_built_in(void) { return true; }

int audiosession_bus_open(const char *address, sd_bus **bus) {
  sd_bus *opened = NULL;
  int result = sd_bus_new(&opened);
  if (result >= 0) result = sd_bus_set_address(opened, address);
  if (result >= 0) result = sd_bus_set_bus_client(opened, true);
  if (result >= 0) result = sd_bus_negotiate_fds(opened, true);
  if (result >= 0) result = sd_bus_start(opened);
  if (result < 0) opened = sd_bus_unref(opened);
  *bus = opened;
  return result;
}

void audiosession_bus_close(sd_bus *bus) { sd_bus_close_unref(bus); }

int audiosession_bus_descriptor(sd_bus *bus) { return sd_bus_get_fd(bus); }

int audiosession_bus_events(sd_bus *bus) { return sd_bus_get_events(bus); }

int audiosession_bus_timeout(sd_bus *bus, uint64_t *time) { return sd_bus_get_timeout(bus, time); }

static int append(sd_bus_message *message, const struct audiosession_bus_item *item) {
  int32_t narrow = (int32_t)item->integer;
  switch (item->type) {
  case 's': case 'o': return sd_bus_message_append_basic(message, item->type, item->string);
  case 'b': case 'i': case 'u': return sd_bus_message_append_basic(message, item->type, &narrow);
  case 'x': case 't': return sd_bus_message_append_basic(message, item->type, &item->integer);
  case 'd': return sd_bus_message_append_basic(message, 'd', &item->real);
  case 'a': case 'e': case 'v':
    return sd_bus_message_open_container(message, item->type, item->string);
  case ')': return sd_bus_message_close_container(message);
  default: return -EINVAL;
  }
}

/// Appends the items and sends the message, which is released in any case.
static int send(
  sd_bus *bus, sd_bus_message *message, const struct audiosession_bus_item *items, size_t count,
  uint64_t *cookie) {
  int result = 0;
  for (size_t index = 0; result >= 0 && index < count; index += 1) {
    result = append(message, &items[index]);
  }
  if (result >= 0) result = sd_bus_send(bus, message, cookie);
  sd_bus_message_unref(message);
  return result;
}

int audiosession_bus_call(
  sd_bus *bus, const char *destination, const char *path, const char *interface,
  const char *member, const struct audiosession_bus_item *items, size_t count, uint64_t *cookie) {
  sd_bus_message *call = NULL;
  int result = sd_bus_message_new_method_call(bus, &call, destination, path, interface, member);
  if (result >= 0) result = sd_bus_message_set_auto_start(call, false);
  if (result >= 0) return send(bus, call, items, count, cookie);
  sd_bus_message_unref(call);
  return result;
}

int audiosession_bus_emit(
  sd_bus *bus, const char *path, const char *interface, const char *member,
  const struct audiosession_bus_item *items, size_t count) {
  sd_bus_message *signal = NULL;
  int result = sd_bus_message_new_signal(bus, &signal, path, interface, member);
  return result < 0 ? result : send(bus, signal, items, count, NULL);
}

int audiosession_bus_reply(
  sd_bus_message *call, const struct audiosession_bus_item *items, size_t count) {
  if (!sd_bus_message_get_expect_reply(call)) return 0;
  sd_bus_message *reply = NULL;
  int result = sd_bus_message_new_method_return(call, &reply);
  return result < 0 ? result : send(NULL, reply, items, count, NULL);
}

int audiosession_bus_refuse(sd_bus_message *call, const char *error, const char *explanation) {
  if (!sd_bus_message_get_expect_reply(call)) return 0;
  sd_bus_message *reply = NULL;
  sd_bus_error reason = SD_BUS_ERROR_MAKE_CONST(error, explanation);
  int result = sd_bus_message_new_method_error(call, &reply, &reason);
  return result < 0 ? result : send(NULL, reply, NULL, 0, NULL);
}

int audiosession_bus_next(sd_bus *bus, struct audiosession_bus_message *message) {
  sd_bus_message *body = NULL;
  *message = (struct audiosession_bus_message){0};
  int result = sd_bus_process(bus, &body);
  if (result <= 0 || body == NULL) return result < 0 ? result : result > 0;
  const sd_bus_error *error = sd_bus_message_get_error(body);
  bool is_call = sd_bus_message_is_method_call(body, NULL, NULL) > 0;
  bool is_signal = sd_bus_message_is_signal(body, NULL, NULL) > 0;
  *message = (struct audiosession_bus_message){
    .body = body,
    .sender = sd_bus_message_get_sender(body),
    .path = sd_bus_message_get_path(body),
    .is_call = is_call,
    .interface = is_signal || is_call ? sd_bus_message_get_interface(body) : NULL,
    .member = is_signal || is_call ? sd_bus_message_get_member(body) : NULL,
    .signature = sd_bus_message_get_signature(body, true),
    .error = error == NULL ? NULL : error->name,
    .explanation = error == NULL ? NULL : error->message,
  };
  // It fails for what is no answer.
  if (sd_bus_message_get_reply_cookie(body, &message->cookie) < 0) message->cookie = 0;
  return 1;
}

void audiosession_bus_release(sd_bus_message *body) { sd_bus_message_unref(body); }

int audiosession_bus_read(sd_bus_message *body, struct audiosession_bus_item *item) {
  const char *contents;
  char type;
  *item = (struct audiosession_bus_item){0};
  int result = sd_bus_message_peek_type(body, &type, &contents);
  if (result < 0) return result;
  if (result == 0) {
    if (sd_bus_message_at_end(body, true) > 0) return 0;
    item->type = ')';
    result = sd_bus_message_exit_container(body);
    return result < 0 ? result : 1;
  }
  item->type = type;
  union {
    const char *string;
    uint8_t u8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    double real;
    int whole;
  } value = {0};
  switch (type) {
  case 'a': case 'r': case 'e': case 'v':
    result = sd_bus_message_enter_container(body, type, contents);
    return result < 0 ? result : 1;
  default:
    result = sd_bus_message_read_basic(body, type, &value);
    if (result < 0) return result;
  }
  switch (type) {
  case 's': case 'o': case 'g': item->string = value.string; break;
  case 'y': item->integer = value.u8; break;
  case 'n': item->integer = value.i16; break;
  case 'q': item->integer = value.u16; break;
  case 'i': item->integer = value.i32; break;
  case 'u': item->integer = value.u32; break;
  case 'x': case 't': item->integer = value.i64; break;
  case 'b': case 'h': item->integer = value.whole; break;
  case 'd': item->real = value.real; break;
  }
  return 1;
}
#else
bool audiosession_bus_is_built_in(void) { return false; }

int audiosession_bus_open(const char *address, struct sd_bus **bus) { return -ENOTSUP; }

void audiosession_bus_close(struct sd_bus *bus) {}

int audiosession_bus_descriptor(struct sd_bus *bus) { return -ENOTSUP; }

int audiosession_bus_events(struct sd_bus *bus) { return -ENOTSUP; }

int audiosession_bus_timeout(struct sd_bus *bus, uint64_t *time) { return -ENOTSUP; }

int audiosession_bus_call(
  struct sd_bus *bus, const char *destination, const char *path, const char *interface,
  const char *member, const struct audiosession_bus_item *items, size_t count, uint64_t *cookie) {
  return -ENOTSUP;
}

int audiosession_bus_emit(
  struct sd_bus *bus, const char *path, const char *interface, const char *member,
  const struct audiosession_bus_item *items, size_t count) {
  return -ENOTSUP;
}

int audiosession_bus_reply(
  struct sd_bus_message *call, const struct audiosession_bus_item *items, size_t count) {
  return -ENOTSUP;
}

int audiosession_bus_refuse(
  struct sd_bus_message *call, const char *error, const char *explanation) {
  return -ENOTSUP;
}

int audiosession_bus_next(struct sd_bus *bus, struct audiosession_bus_message *message) {
  return -ENOTSUP;
}

void audiosession_bus_release(struct sd_bus_message *body) {}

int audiosession_bus_read(struct sd_bus_message *body, struct audiosession_bus_item *item) {
  return -ENOTSUP;
}
#endif
