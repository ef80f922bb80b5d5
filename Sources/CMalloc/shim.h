// The settings of glibc's allocator, which Swift's Glibc module leaves out.
#ifndef CMALLOC_SHIM_H
#define CMALLOC_SHIM_H

#if defined(__linux__)
#include <features.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#endif

#endif
