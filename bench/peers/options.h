// Command line options of the form `--name value`.
#pragma once
#include <stdlib.h>
#include <string.h>

static const char *text_option(int argc, char **argv, const char *name, const char *otherwise) {
  for (int i = 1; i + 1 < argc; i++)
    if (!strcmp(argv[i], name)) return argv[i + 1];
  return otherwise;
}

static inline long number_option(int argc, char **argv, const char *name, long otherwise) {
  const char *text = text_option(argc, argv, name, NULL);
  return text ? atol(text) : otherwise;
}
