// What Linux has for servers and Swift's Glibc module leaves out.
#ifndef CEVENTS_SHIM_H
#define CEVENTS_SHIM_H

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

#endif
