#if Hub
#endif
