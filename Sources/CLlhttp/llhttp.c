// llhttp's state machine, from where the system's package keeps its source.
#ifdef HUB_TRAIT
#if __has_include("/usr/share/llhttp/llhttp.c")
#include "/usr/share/llhttp/llhttp.c"
#elif defined(__linux__)
#error "llhttp is not installed: run Scripts/setup, or install Debian's package node-llhttp"
#endif
#endif
