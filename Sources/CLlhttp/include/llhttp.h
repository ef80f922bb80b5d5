// llhttp, the parser of Node.js, as Debian's node-llhttp or Homebrew's llhttp installs it.
// Empty without the trait Hub, so that nothing needs to be installed for the other targets.
#ifndef ITEM_STORE_LLHTTP_H
#define ITEM_STORE_LLHTTP_H

#if __has_include("/usr/share/include/llhttp/llhttp.h")
#include "/usr/share/include/llhttp/llhttp.h"
#elif __has_include("/opt/homebrew/include/llhttp.h")
#include "/opt/homebrew/include/llhttp.h"
#elif __has_include("/usr/local/include/llhttp.h")
#include "/usr/local/include/llhttp.h"
#endif

#endif
