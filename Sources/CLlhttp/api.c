// llhttp's functions, in a unit of their own: both files have private names in common.
#ifdef HUB_TRAIT
#include "include/llhttp.h"
#if __has_include("/usr/share/llhttp/api.c")
#include "/usr/share/llhttp/api.c"
#include "/usr/share/llhttp/http.c"
#endif
#endif
