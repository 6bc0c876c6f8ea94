// The table of moments: a file that every peer of a run maps, one record a message. The record's
// number is the last seven digits of the phone number, so that a message is known at each station
// without any field of the program under test.
#pragma once
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PHONE_PREFIX "3706"
#define PHONE_DIGITS 11
#define FIRST_PHONE 37060000000ULL

// Nanoseconds of CLOCK_MONOTONIC, 0 for what has not happened. 64 octets; bench/stamps.ts reads it.
typedef struct {
  uint64_t sent, accepted, submitted, receipt, hooked;
  uint32_t submits, hooks, status, unused;
  uint64_t reserved;
} stamps;

static stamps *table;
static uint64_t table_length;

static inline uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000ULL + (uint64_t)t.tv_nsec;
}

static void open_table(const char *path) {
  struct stat file;
  int fd = open(path ? path : "", O_RDWR);
  if (fd < 0 || fstat(fd, &file)) {
    perror("--table");
    exit(1);
  }
  table_length = (uint64_t)file.st_size / sizeof(stamps);
  table = mmap(NULL, (size_t)file.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (table == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  close(fd);
}

// The record of the phone number that begins here; NULL if none does.
static inline stamps *stamps_of(const char *digits) {
  uint64_t phone = 0;
  for (int i = 0; i < PHONE_DIGITS; i++) {
    unsigned digit = (unsigned char)digits[i] - '0';
    if (digit > 9) return NULL;
    phone = phone * 10 + digit;
  }
  if (phone < FIRST_PHONE || phone - FIRST_PHONE >= table_length) return NULL;
  return &table[phone - FIRST_PHONE];
}
