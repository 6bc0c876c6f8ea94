// Where an HTTP/1.1 message ends: enough for peers that read requests or replies of known programs.
#pragma once
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
  size_t head_length, body_length;
  bool closes;
} http_message;

static inline bool has_name(const char *line, const char *name) {
  return !strncasecmp(line, name, strlen(name));
}

// The chunks are not taken apart: what matters is where the last one ends.
static bool measure_chunks(const char *head_end, const char *end, size_t *length) {
  static const char last[] = "\r\n0\r\n\r\n";
  // The line end of the head may be the one in front of a sole last chunk.
  const char *found = memmem(head_end - 2, (size_t)(end - head_end) + 2, last, sizeof last - 1);
  if (!found) return false;
  *length = (size_t)(found + sizeof last - 1 - head_end);
  return true;
}

// Measures the message that begins at octets; false while some of it is missing. A body without a
// length runs to the end of the connection, if that has come.
static bool measure_message(const char *octets, size_t length, bool ended, http_message *message) {
  const char *blank = memmem(octets, length, "\r\n\r\n", 4);
  if (!blank) return false;
  const char *body = blank + 4;
  bool has_length = false, chunked = false;
  *message = (http_message){.head_length = (size_t)(body - octets)};
  const char *line = memchr(octets, '\n', message->head_length);
  for (; line && line < blank; line = memchr(line, '\n', (size_t)(body - line))) {
    line++;
    if (has_name(line, "content-length:")) {
      has_length = true;
      message->body_length = strtoul(line + strlen("content-length:"), NULL, 10);
    } else if (has_name(line, "transfer-encoding: chunked")) {
      chunked = true;
    } else if (has_name(line, "connection: close")) {
      message->closes = true;
    }
  }
  if (chunked) return measure_chunks(body, octets + length, &message->body_length);
  if (!has_length && ended) message->body_length = length - message->head_length;
  return length >= message->head_length + message->body_length;
}
