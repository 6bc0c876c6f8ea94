// Sockets, growing buffers, and the two ways to be told to stop: what all peers share.
#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_MAX 65536
#define EVENTS_MAX 512

// What is held stands at octets + start, length octets long.
typedef struct {
  char *octets;
  size_t start, length, capacity;
} buffer;

static inline char *buffer_at(buffer *b) {
  return b->octets + b->start;
}

// Room for so many octets behind what is held.
static inline char *buffer_room(buffer *b, size_t wanted) {
  if (b->start + b->length + wanted > b->capacity && b->start > 0) {
    memmove(b->octets, b->octets + b->start, b->length);
    b->start = 0;
  }
  if (b->length + wanted > b->capacity) {
    b->capacity = (b->length + wanted) * 2;
    b->octets = realloc(b->octets, b->capacity);
    if (!b->octets) abort();
  }
  return b->octets + b->start + b->length;
}

static inline void buffer_add(buffer *b, const void *octets, size_t length) {
  memcpy(buffer_room(b, length), octets, length);
  b->length += length;
}

static inline void buffer_drop(buffer *b, size_t length) {
  b->start += length;
  b->length -= length;
  if (b->length == 0) b->start = 0;
}

// Reads what has come; false once the other side is gone.
static bool read_into(int fd, buffer *b) {
  ssize_t got = read(fd, buffer_room(b, READ_MAX), READ_MAX);
  if (got > 0) b->length += (size_t)got;
  return got > 0 || (got < 0 && errno == EAGAIN);
}

typedef enum { ALL_WRITTEN, SOCKET_FULL, SOCKET_GONE } written;

static written write_out(int fd, buffer *b) {
  while (b->length > 0) {
    ssize_t wrote = write(fd, buffer_at(b), b->length);
    if (wrote < 0) return errno == EAGAIN ? SOCKET_FULL : SOCKET_GONE;
    buffer_drop(b, (size_t)wrote);
  }
  return ALL_WRITTEN;
}

static void send_at_once(int fd) {
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static void watch(int poll, int fd, void *subject) {
  struct epoll_event event = {EPOLLIN, {.ptr = subject}};
  epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
}

// Asks to be told when the socket takes octets again, or no longer; `waits` is what was asked last.
static inline void watch_writes(int poll, int fd, void *subject, bool *waits, bool wanted) {
  if (*waits == wanted) return;
  *waits = wanted;
  struct epoll_event event = {EPOLLIN | (wanted ? EPOLLOUT : 0), {.ptr = subject}};
  epoll_ctl(poll, EPOLL_CTL_MOD, fd, &event);
}

// Listens on loopback at any free port and says which on standard output.
static inline int listen_anywhere(void) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (bind(fd, (void *)&address, sizeof address) || listen(fd, 4096) ||
      getsockname(fd, (void *)&address, &length)) {
    perror("listen");
    exit(1);
  }
  printf("listening %d\n", ntohs(address.sin_port));
  fflush(stdout);
  return fd;
}

static inline int accept_next(int listener) {
  int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (fd >= 0) send_at_once(fd);
  return fd;
}

static volatile sig_atomic_t told_to_stop;

static void stop_on_signal(int signal_number) {
  (void)signal_number;
  told_to_stop = 1;
}

static inline void stop_when_told(void) {
  signal(SIGTERM, stop_on_signal);
  signal(SIGINT, stop_on_signal);
  signal(SIGPIPE, SIG_IGN);
}
