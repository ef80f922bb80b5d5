#if canImport(Glibc)
import CMalloc
#endif

/// The allocator of the C library.
enum Allocator {
  /// Lets all threads allocate from one arena.
  ///
  /// glibc gives each new thread an arena of its own, up to 8 for each processor, and what is freed in one is not used by
  /// another. A program that runs all day on few busy threads keeps twice the memory so, and gains nothing.
  /// <https://sourceware.org/glibc/manual/latest/html_node/Memory-Allocation-Tunables.html>
  static func shareOneArena() {
    #if canImport(Glibc)
    _ = mallopt(M_ARENA_MAX, 1)
    #endif
  }
}
