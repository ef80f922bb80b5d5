// llhttp's state machine, from where the system's package keeps its source.
#ifdef HUB_TRAIT
#if __has_include("/usr/share/llhttp/llhttp.c")
#include "/usr/share/llhttp/llhttp.c"
#endif
#endif
