// llhttp's functions, in a unit of their own: both files have private names in common.
#ifdef HUB_TRAIT
#include "include/llhttp.h"
#if __has_include("/usr/share/llhttp/api.c")
#include "/usr/share/llhttp/api.c"
#include "/usr/share/llhttp/http.c"
#elif defined(__linux__)
#error "llhttp is not installed: run Scripts/setup, or install Debian's package node-llhttp"
#endif
#endif
